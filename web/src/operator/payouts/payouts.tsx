import { payoutFilters, type OperatorPayout, type PayoutFilter } from 'souk-contract'
import { usePages } from '../../api.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-payouts.ts'
import { payoutStatusLabels } from '../../pages/money/payouts/payout-history.tsx'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Filters, InlineSelect } from '../../ui/forms/filters.tsx'
import { Page, Row } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { useCan } from '../operator-context.tsx'
import { pollMs } from '../use-queues.ts'
import { PayoutActionButton } from './payout-action.tsx'
import classes from './payouts.module.css'

const filterNames: Readonly<Record<PayoutFilter, string>> = {
  refused: say('filterRefused'),
  needs_attention: say('filterAttention'),
  in_progress: say('filterProgress'),
  held: say('filterHeld'),
  failed: say('filterFailed'),
  all: say('filterAll'),
}

/** Payouts of all agents; those that wait for a person first. */
export function PayoutQueue() {
  const { get, set } = useFilters(['state'])
  const state = payoutFilters.find((name) => name === get('state')) ?? 'refused'
  const pages = usePages(adminApi.payouts.listMarketPayouts, { state }, { pollMs })
  return (
    <Page title={say('payouts')} lead={say('payoutsLead')} wide>
      <Filters>
        <InlineSelect
          label={say('show')}
          value={state}
          options={payoutFilters.map((name) => [name, filterNames[name]] as const)}
          onSelect={(name) => set('state', name === 'refused' ? '' : name)}
        />
      </Filters>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={state === 'refused' ? say('noPayouts') : say('noPayoutsInState')}>
            <p>{say('noPayoutsHint')}</p>
          </EmptyState>
        }
      >
        {(payouts) => <PayoutRows payouts={payouts} />}
      </PagedList>
    </Page>
  )
}

function PayoutRows({ payouts }: { payouts: readonly OperatorPayout[] }) {
  const movesMoney = useCan('moveMoney')
  return (
    <Table
      outlined
      caption={say('payouts')}
      items={payouts}
      rowKey={({ id }) => id}
      columns={[
        { name: say('amount'), render: ({ amount }) => <Amount money={amount} /> },
        { name: say('agent'), render: ({ agentId }) => <AgentName agentId={agentId} /> },
        { name: say('status'), render: (payout) => <Status payout={payout} /> },
        { name: say('problem'), render: (payout) => <Problem payout={payout} /> },
        { name: say('attempts'), numeric: true, render: ({ attempt }) => attempt },
        { name: say('updated'), numeric: true, render: ({ updatedAt }) => <RelativeTime time={updatedAt} /> },
        ...(movesMoney
          ? [
              {
                name: say('actions'),
                render: (payout: OperatorPayout) =>
                  payout.operatorActions.length === 0 ? (
                    '–'
                  ) : (
                    <Row>
                      {payout.operatorActions.map((action) => (
                        <PayoutActionButton key={action} payout={payout} action={action} />
                      ))}
                    </Row>
                  ),
              },
            ]
          : []),
      ]}
    />
  )
}

function Status({ payout: { status, held } }: { payout: OperatorPayout }) {
  if (held) return <Badge tone="brass">{say('held')}</Badge>
  const tone = status === 'needs_attention' ? 'brass' : status === 'paid' ? 'good' : 'accent'
  return <Badge tone={tone}>{payoutStatusLabels[status]}</Badge>
}

function Problem({ payout }: { payout: OperatorPayout }) {
  const { failure, failureMessage, holdReason, transferRef, bankRef, accountRef } = payout
  return (
    <span className={classes.problem}>
      <span dir="auto">{holdReason ?? failureMessage ?? failure ?? '–'}</span>
      <code>{bankRef ?? transferRef ?? accountRef}</code>
    </span>
  )
}
