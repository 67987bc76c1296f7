import { useParams } from 'react-router'
import type { UserDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { describeDevice } from '../../lib/format/describe-device.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Avatar } from '../../ui/people/avatar.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { Panel, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { roleNames } from '../role-names.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { DetailPage } from './detail-page.tsx'
import { CasesPanel, DetailRow, openCases, RowList, StandingBadge } from './detail-parts.tsx'
import { ExportUser } from './export-user.tsx'
import { History } from './history.tsx'
import { OpenCaseOn } from './open-case-on.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ResendVerification } from './resend-verification.tsx'
import { roleName } from './role-name.ts'
import { StandingActions } from './standing-actions.tsx'

/** One person: account, sessions, agents, organizations, cases and audit. Opening it is recorded. */
export function UserPage() {
  const { userId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getUserDetails, { userId }, { recorded: true })
  return <QueryPage query={query}>{({ user }) => <UserView user={user} />}</QueryPage>
}

interface UserProps {
  readonly user: UserDetails
}

function UserView({ user }: UserProps) {
  const { id, displayName, email, emailVerified, standing, operatorRole, createdAt, cases, audit } = user
  return (
    <DetailPage
      title={displayName}
      id={id}
      hold={user.legalHold}
      picture={<Initials id={id} name={displayName} size={56} />}
      badges={
        <>
          <StandingBadge standing={standing} />
          {user.evasionSuspected ? <Badge tone="bad">{say('evasionSuspected')}</Badge> : null}
          {operatorRole === null ? null : <Badge tone="accent">{roleNames[operatorRole]}</Badge>}
        </>
      }
      facts={[
        email,
        <Badge key="verified" tone={emailVerified ? 'good' : 'brass'} bare>
          {emailVerified ? say('verified') : say('notVerified')}
        </Badge>,
        say('joined', { day: formatDay(createdAt) }),
        ...user.consents
          .slice(0, 1)
          .map(({ version, consentedAt }) => say('acceptedTerms', { version, day: formatDay(consentedAt) })),
      ]}
      {...useUserActions(user)}
    >
      <KeyFacts user={user} />
      <Split
        aside={
          <>
            <Agents user={user} />
            <Organizations user={user} />
            <Related user={user} />
            <Sessions user={user} />
          </>
        }
      >
        <CasesPanel cases={cases} />
        <History audit={audit} target={id} />
      </Split>
    </DetailPage>
  )
}

function KeyFacts({ user: { agents, organizations, sessions, cases } }: UserProps) {
  const lastSeen = sessions
    .map(({ lastSeenAt }) => lastSeenAt)
    .toSorted()
    .at(-1)
  return (
    <StatStrip
      stats={[
        { label: say('openCases'), value: openCases(cases) },
        { label: say('agents'), value: agents.length },
        { label: say('organizations'), value: organizations.length },
        { label: say('sessions'), value: sessions.length },
        {
          label: say('lastSeen'),
          value: lastSeen === undefined ? '–' : <RelativeTime time={lastSeen} />,
        },
      ]}
    />
  )
}

/** Frequent actions as buttons, the others in the menu; none for roles that only read. */
function useUserActions(user: UserDetails) {
  const { id, displayName, emailVerified, operatorRole, standing, cases } = user
  if (!useCan('decideCases')) return {}
  return {
    actions: (
      <>
        <EndSessions user={user} />
        {operatorRole === null ? (
          <StandingActions kind="user" subjectId={id} name={displayName} standing={standing} cases={cases} />
        ) : null}
      </>
    ),
    menu: (
      <>
        {emailVerified ? null : <ResendVerification userId={id} />}
        <OpenCaseOn kind="user" subjectId={id} />
        <ExportUser userId={id} name={displayName} />
      </>
    ),
  }
}

function EndSessions({ user: { id: userId, displayName: name } }: UserProps) {
  const end = useAction(adminApi.marketDesk.endUserSessions, {
    invalidates: ['admin.marketDesk'],
    onDone: ({ ended }) => toast(say('sessionsEnded', { count: ended })),
  })
  return (
    <ReasonDialog
      label={say('endSessions')}
      title={say('endSessionsTitle', { name })}
      effect={say('endSessionsEffect')}
      busy={end.isPending}
      error={end.error}
      onSubmit={(reason) => end.mutateAsync({ userId, reason })}
    />
  )
}

function Agents({ user: { agents } }: UserProps) {
  return (
    <Panel title={say('agents')}>
      <RowList empty={say('noAgents')}>
        {agents.map(({ id, handle, displayName, role, standing }) => (
          <DetailRow
            key={id}
            picture={<Avatar id={id} size={28} />}
            title={<Link to={`/operator/agents/${id}`}>{displayName}</Link>}
            note={`@${handle} · ${roleName(role)}`}
            end={standing === 'good' ? null : <StandingBadge standing={standing} />}
          />
        ))}
      </RowList>
    </Panel>
  )
}

function Organizations({ user: { organizations } }: UserProps) {
  return (
    <Panel title={say('organizations')}>
      <RowList empty={say('noOrganizations')}>
        {organizations.map(({ id, handle, displayName, role }) => (
          <DetailRow
            key={id}
            title={<Link to={`/operator/organizations/${id}`}>{displayName}</Link>}
            note={`@${handle} · ${roleName(role)}`}
          />
        ))}
      </RowList>
    </Panel>
  )
}

const sharedNames = { email: say('sharesMailbox'), card: say('sharesCard') } as const

/** People with the same mailbox or card; nothing without any. */
function Related({ user: { related } }: UserProps) {
  if (related.length === 0) return null
  return (
    <Panel title={say('related')}>
      <RowList empty={say('none')}>
        {related.map(({ id, displayName, standing, by }) => (
          <DetailRow
            key={id}
            picture={<Initials id={id} name={displayName} size={28} />}
            title={<Link to={`/operator/users/${id}`}>{displayName}</Link>}
            note={sharedNames[by]}
            end={<StandingBadge standing={standing} />}
          />
        ))}
      </RowList>
    </Panel>
  )
}

function Sessions({ user }: UserProps) {
  return (
    <Panel title={say('sessions')}>
      <RowList empty={say('noSessions')}>
        {user.sessions.map(({ id, userAgent, ip, lastSeenAt }) => (
          <DetailRow
            key={id}
            title={userAgent === null ? say('unknownDevice') : describeDevice(userAgent)}
            note={ip ?? undefined}
            end={<RelativeTime time={lastSeenAt} />}
          />
        ))}
      </RowList>
    </Panel>
  )
}
