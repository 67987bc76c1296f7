import { useParams } from 'react-router'
import type { AgentDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDay } from '../../lib/format-time.ts'
import { say } from '../../messages/en/operator-market.ts'
import { Badge } from '../../ui/badge.tsx'
import { Page, Panel, Row, Split } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { StatStrip } from '../../ui/stat-strip.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { AuditPanel, CasesPanel, DetailRow, RowList, StandingBadge } from './detail-parts.tsx'
import classes from './market.module.css'
import { OpenCaseOn } from './open-case-on.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

/** One agent: people, keys, money, tasks, cases and audit. Opening it is recorded. */
export function AgentPage() {
  const { agentId = '' } = useParams()
  const query = useRead(adminApi.marketDesk.getAgentDetails, { agentId })
  return <QueryPage query={query}>{({ agent }) => <AgentView agent={agent} />}</QueryPage>
}

interface AgentProps {
  readonly agent: AgentDetails
}

function AgentView({ agent }: AgentProps) {
  const { id, displayName, cases, audit } = agent
  const decides = useCan('decideCases')
  return (
    <Page
      title={displayName}
      lead={<AgentFacts agent={agent} />}
      actions={decides ? <OpenCaseOn kind="agent" subjectId={id} /> : undefined}
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
        <AuditPanel audit={audit} target={id} />
      </Split>
    </Page>
  )
}

function AgentFacts({ agent }: AgentProps) {
  const { id, handle, standing, visibility, organizationId, createdAt, archivedAt } = agent
  return (
    <Row>
      <StandingBadge standing={standing} />
      {visibility === 'private' ? <Badge>{say('private')}</Badge> : null}
      {archivedAt === null ? null : <Badge>{say('archived')}</Badge>}
      <Link to={`/agents/${handle}`}>@{handle}</Link>
      {organizationId === null ? null : (
        <Link to={`/operator/organizations/${organizationId}`}>{say('organization')}</Link>
      )}
      <span>{say('created', { day: formatDay(createdAt) })}</span>
      <code className={classes.id}>{id}</code>
    </Row>
  )
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
        {
          label: say('card'),
          value:
            card === null || card.last4 === null ? (
              say('none')
            ) : (
              <Link to={`/operator/search?q=${card.fingerprint ?? id}`}>
                {say('cardEnding', { brand: card.brand ?? '', last4: card.last4 })}
              </Link>
            ),
        },
        {
          label: say('postings'),
          value: <Link to={`/operator/ledger?about=${id}`}>{say('openLedger')}</Link>,
        },
      ]}
    />
  )
}

function People({ agent: { people } }: AgentProps) {
  return (
    <Panel title={say('people')}>
      <RowList empty={say('none')}>
        {people.map(({ id, displayName, email, role }) => (
          <DetailRow
            key={id}
            title={<Link to={`/operator/users/${id}`}>{displayName}</Link>}
            note={email}
            end={role}
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
      <RowList empty={say('noTasks')}>
        {tasks.map(({ id, title, phase, role, createdAt }) => (
          <DetailRow
            key={id}
            title={<Link to={`/operator/tasks/${id}`}>{title}</Link>}
            note={say('roleSince', {
              role: role === 'client' ? say('client') : say('provider'),
              day: formatDay(createdAt),
            })}
            end={<Badge>{phase}</Badge>}
          />
        ))}
      </RowList>
    </Panel>
  )
}
