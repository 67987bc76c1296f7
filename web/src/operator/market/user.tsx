import { useParams } from 'react-router'
import type { UserDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { describeDevice } from '../../lib/describe-device.ts'
import { formatDay } from '../../lib/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/badge.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { roleNames } from '../role-names.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { AuditPanel, CasesPanel, DetailRow, RowList, StandingBadge } from './detail-parts.tsx'
import classes from './market.module.css'
import { OpenCaseOn } from './open-case-on.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { ResendVerification } from './resend-verification.tsx'

/** One person: account, sessions, agents, organizations, cases and audit. Opening it is recorded. */
export function UserPage() {
  const { userId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getUserDetails, { userId })
  return <QueryPage query={query}>{({ user }) => <UserView user={user} />}</QueryPage>
}

interface UserProps {
  readonly user: UserDetails
}

function UserView({ user }: UserProps) {
  const { id, displayName, agents, organizations, cases, audit } = user
  return (
    <Page title={displayName} lead={<UserFacts user={user} />} actions={<UserActions user={user} />}>
      <Split
        aside={
          <>
            <Panel title={say('agents')}>
              <RowList empty={say('noAgents')}>
                {agents.map(({ id: agentId, handle, displayName: name, role, standing }) => (
                  <DetailRow
                    key={agentId}
                    title={<Link to={`/operator/agents/${agentId}`}>{name}</Link>}
                    note={`@${handle}, ${role}`}
                    end={standing === 'good' ? null : <StandingBadge standing={standing} />}
                  />
                ))}
              </RowList>
            </Panel>
            <Panel title={say('organizations')}>
              <RowList empty={say('noOrganizations')}>
                {organizations.map(({ id: organizationId, handle, displayName: name, role }) => (
                  <DetailRow
                    key={organizationId}
                    title={<Link to={`/operator/organizations/${organizationId}`}>{name}</Link>}
                    note={`@${handle}, ${role}`}
                  />
                ))}
              </RowList>
            </Panel>
            <Sessions user={user} />
          </>
        }
      >
        <CasesPanel cases={cases} />
        <AuditPanel audit={audit} target={id} />
      </Split>
    </Page>
  )
}

function UserFacts({ user: { id, email, emailVerified, standing, operatorRole, createdAt } }: UserProps) {
  return (
    <Row>
      <StandingBadge standing={standing} />
      {operatorRole === null ? null : <Badge tone="accent">{roleNames[operatorRole]}</Badge>}
      <span>{email}</span>
      <Badge tone={emailVerified ? 'good' : 'brass'} bare>
        {emailVerified ? say('verified') : say('notVerified')}
      </Badge>
      <span>{say('joined', { day: formatDay(createdAt) })}</span>
      <code className={classes.id}>{id}</code>
    </Row>
  )
}

function UserActions({ user }: UserProps) {
  const decides = useCan('decideCases')
  const end = useAction(adminApi.marketDesk.endUserSessions, {
    invalidates: ['admin.marketDesk'],
    onDone: ({ ended }) => toast(say('sessionsEnded', { count: ended })),
  })
  if (!decides) return null
  return (
    <>
      {user.emailVerified ? null : <ResendVerification userId={user.id} />}
      <ReasonDialog
        label={say('endSessions')}
        title={say('endSessionsTitle', { name: user.displayName })}
        effect={say('endSessionsEffect')}
        busy={end.isPending}
        error={end.error}
        onSubmit={(reason) => end.mutateAsync({ userId: user.id, reason })}
      />
      <OpenCaseOn kind="user" subjectId={user.id} />
    </>
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
