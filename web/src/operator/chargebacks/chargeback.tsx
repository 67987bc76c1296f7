import { useParams } from 'react-router'
import type { ChargebackDetails } from 'souk-contract'
import { useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { formatDateTime, formatDay } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-chargebacks.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Page, Panel, Row, Split } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { QueryPage } from '../../ui/page/query-page.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { Crumb } from '../crumb.tsx'
import { ShortId } from '../short-id.tsx'
import { EvidencePanel } from './evidence.tsx'
import { stateNames, stateTones } from './labels.ts'

interface ChargebackProps {
  readonly chargeback: ChargebackDetails
}

/** One chargeback: the facts of the trade and the statement for the bank. Opening it is recorded. */
export function ChargebackPage() {
  const { chargebackRef = '' } = useParams()
  const query = useRead(adminApi.chargebacks.getChargeback, { chargebackRef }, { recorded: true })
  return <QueryPage query={query}>{({ chargeback }) => <View chargeback={chargeback} />}</QueryPage>
}

function View({ chargeback }: ChargebackProps) {
  const { amount, state, agentId } = chargeback
  const title = say('title', { amount: formatMoney(amount) })
  return (
    <Page
      title={title}
      lead={
        <Row>
          <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
          <AgentName agentId={agentId} />
        </Row>
      }
    >
      <Crumb name={title} />
      <Split aside={<FactsPanel chargeback={chargeback} />}>
        <EvidencePanel chargeback={chargeback} />
        <WorkPanel chargeback={chargeback} />
      </Split>
    </Page>
  )
}

function FactsPanel({ chargeback }: ChargebackProps) {
  const { facts, withdrawn, reinstated, paymentId, ref } = chargeback
  const { customer } = facts
  return (
    <Panel title={say('facts')}>
      <Facts
        facts={[
          [say('customer'), customer.name],
          [say('email'), customer.email],
          [say('emailState'), customer.emailVerified ? say('verified') : say('notVerified')],
          [say('memberSince'), formatDay(customer.memberSince)],
          [say('paidAt'), formatDateTime(facts.paidAt)],
          [say('earlierPayments'), String(facts.earlierPayments)],
          [say('withdrawn'), formatMoney(withdrawn)],
          [say('returned'), formatMoney(reinstated)],
          [say('payment'), <ShortId key="payment" id={paymentId} />],
          [say('atTheProcessor'), <ShortId key="ref" id={ref} />],
        ]}
      />
    </Panel>
  )
}

function WorkPanel({ chargeback: { facts } }: ChargebackProps) {
  if (facts.tasks.length === 0)
    return (
      <Panel title={say('work')}>
        <p className="muted">{say('noWork')}</p>
      </Panel>
    )
  return (
    <Panel title={say('work')}>
      <Table
        caption={say('work')}
        items={facts.tasks}
        rowKey={({ taskId }) => taskId}
        columns={[
          {
            name: say('task'),
            render: ({ taskId, title }) => (
              <Link to={`/operator/tasks/${taskId}`} dir="auto">
                {title}
              </Link>
            ),
          },
          { name: say('provider'), render: ({ provider }) => `@${provider}` },
          { name: say('delivered'), render: ({ deliveredAt }) => dayOf(deliveredAt) },
          { name: say('accepted'), render: ({ acceptedAt }) => dayOf(acceptedAt) },
          {
            name: say('messages'),
            render: ({ clientMessages: client, providerMessages: provider }) =>
              say('messageCounts', { client: String(client), provider: String(provider) }),
          },
          {
            name: say('paid'),
            numeric: true,
            render: ({ paid }) => (paid === null ? '–' : <Amount money={paid} />),
          },
        ]}
      />
    </Panel>
  )
}

function dayOf(time: string | null): string {
  return time === null ? '–' : formatDay(time)
}
