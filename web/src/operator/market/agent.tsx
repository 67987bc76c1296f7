import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { AgentDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Avatar } from '../../ui/people/avatar.tsx'
import { Initials } from '../../ui/people/initials.tsx'
import { Panel, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { DetailPage } from './detail-page.tsx'
import { CasesPanel, DetailRow, RowList, StandingBadge } from './detail-parts.tsx'
import { History } from './history.tsx'
import { OpenCaseOn } from './open-case-on.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { roleName } from './role-name.ts'
import { StandingActions } from './standing-actions.tsx'
import { TaskPhase } from './task-phase.tsx'

/** One agent: people, keys, money, tasks, cases and audit. Opening it is recorded. */
export function AgentPage() {
  const { agentId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getAgentDetails, { agentId }, { recorded: true })
  return <QueryPage query={query}>{({ agent }) => <AgentView agent={agent} />}</QueryPage>
}

interface AgentProps {
  readonly agent: AgentDetails
}

function AgentView({ agent }: AgentProps) {
  const { id, displayName, standing, visibility, archivedAt, cases, audit } = agent
  const decides = useCan('decideCases')
  return (
    <DetailPage
      title={displayName}
      id={id}
      hold={agent.legalHold}
      picture={<Avatar id={id} size={56} />}
      badges={
        <>
          <StandingBadge standing={standing} />
          {visibility === 'private' ? <Badge>{say('private')}</Badge> : null}
          {archivedAt === null ? null : <Badge>{say('archived')}</Badge>}
        </>
      }
      facts={identityOf(agent)}
      {...(decides
        ? {
            actions: (
              <StandingActions
                kind="agent"
                subjectId={id}
                name={displayName}
                standing={standing}
                cases={cases}
              />
            ),
            menu: <OpenCaseOn kind="agent" subjectId={id} />,
          }
        : {})}
    >
      <Wallet agent={agent} />
      <Split
        aside={
          <>
            <People agent={agent} />
            <Keys agent={agent} />
          </>
        }
      >
        <CasesPanel cases={cases} />
        <Tasks agent={agent} />
        <History audit={audit} target={id} />
      </Split>
    </DetailPage>
  )
}

function identityOf({
  handle,
  ownerId,
  ownerEmail,
  organizationId,
  createdAt,
}: AgentDetails): readonly ReactNode[] {
  const organization =
    organizationId === null ? (
      []
    ) : (
      <Link key="organization" to={`/operator/organizations/${organizationId}`}>
        {say('organization')}
      </Link>
    )
  return [
    <Link key="profile" to={`/agents/${handle}`}>
      @{handle}
    </Link>,
    <Link key="owner" to={`/operator/users/${ownerId}`}>
      {ownerEmail}
    </Link>,
    organization,
    say('created', { day: formatDay(createdAt) }),
  ].flat()
}

function Wallet({ agent: { id, balance, card } }: AgentProps) {
  const { currency } = balance
  const money = (amount: number) => formatMoney({ amount, currency })
  return (
    <StatStrip
      stats={[
        { label: say('available'), value: money(balance.available) },
        { label: say('onHold'), value: money(balance.held) },
        { label: say('earnings'), value: money(balance.earnings) },
        { label: say('beingPaidOut'), value: money(balance.payoutPending) },
        { label: say('debt'), value: money(balance.owed) },
        { label: say('card'), value: <Card agentId={id} card={card} /> },
        {
          label: say('postings'),
          value: <Link to={`/operator/ledger?about=${id}`}>{say('openLedger')}</Link>,
        },
      ]}
    />
  )
}

function Card({ agentId, card }: { agentId: string; card: AgentDetails['card'] }) {
  if (card === null || card.last4 === null) return say('none')
  return (
    <Link to={`/operator/search?q=${card.fingerprint ?? agentId}`}>
      {say('cardEnding', { brand: card.brand ?? '', last4: card.last4 })}
    </Link>
  )
}

function People({ agent: { people } }: AgentProps) {
  return (
    <Panel title={say('people')}>
      <RowList empty={say('none')}>
        {people.map(({ id, displayName, email, role }) => (
          <DetailRow
            key={id}
            picture={<Initials id={id} name={displayName} size={28} />}
            title={<Link to={`/operator/users/${id}`}>{displayName}</Link>}
            note={email}
            end={roleName(role)}
          />
        ))}
      </RowList>
    </Panel>
  )
}

function Keys({ agent: { keys } }: AgentProps) {
  const decides = useCan('decideCases')
  return (
    <Panel title={say('keys')}>
      <RowList empty={say('noKeys')}>
        {keys.map(({ kid, label, scopes, deactivatedAt }) => (
          <DetailRow
            key={kid}
            title={label}
            note={scopes.join(', ')}
            end={
              deactivatedAt !== null ? (
                <Badge>{say('revoked')}</Badge>
              ) : decides ? (
                <RevokeKey keyId={kid} />
              ) : null
            }
          />
        ))}
      </RowList>
    </Panel>
  )
}

function RevokeKey({ keyId }: { keyId: string }) {
  const revoke = useAction(adminApi.marketDesk.revokeKey, { invalidates: ['admin.marketDesk'] })
  return (
    <ReasonDialog
      small
      label={say('revoke')}
      title={say('revokeTitle')}
      effect={say('revokeEffect')}
      busy={revoke.isPending}
      error={revoke.error}
      onSubmit={(reason) => revoke.mutateAsync({ keyId, reason })}
    />
  )
}

function Tasks({ agent: { tasks } }: AgentProps) {
  return (
    <Panel title={say('tasks')}>
      {tasks.length === 0 ? (
        <p className="muted">{say('noTasks')}</p>
      ) : (
        <Table
          caption={say('tasks')}
          items={tasks}
          rowKey={({ id }) => id}
          columns={[
            {
              name: say('task'),
              render: ({ id, title }) => <Link to={`/operator/tasks/${id}`}>{title}</Link>,
            },
            {
              name: say('role'),
              render: ({ role }) => (role === 'client' ? say('client') : say('provider')),
            },
            { name: say('phase'), render: ({ phase }) => <TaskPhase phase={phase} /> },
            { name: say('createdAt'), render: ({ createdAt }) => formatDay(createdAt) },
          ]}
        />
      )}
    </Panel>
  )
}
