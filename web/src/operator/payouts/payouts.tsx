import type { OperatorPayout, PayoutAction } from 'souk-contract'
import { api, usePages, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/operator-payouts.ts'
import { payoutStatusLabels } from '../../pages/money/payout-history.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page, Row } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
import { adminApi } from '../admin-api.ts'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { pollMs } from '../use-queues.ts'
import classes from './payouts.module.css'

/** Payouts that the payment processor has refused; those that wait for a person first. */
export function PayoutQueue() {
  const pages = usePages(adminApi.payouts.listRefusedPayouts, {}, { pollMs })
  return (
    <Page title={say('payouts')} lead={say('payoutsLead')} wide>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noPayouts')}>
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
        {
          name: say('status'),
          render: ({ status }) => (
            <Badge tone={status === 'needs_attention' ? 'brass' : 'accent'}>
              {payoutStatusLabels[status]}
            </Badge>
          ),
        },
        { name: say('problem'), render: (payout) => <Problem payout={payout} /> },
        { name: say('attempts'), numeric: true, render: ({ attempt }) => attempt },
        { name: say('updated'), numeric: true, render: ({ updatedAt }) => <RelativeTime time={updatedAt} /> },
        ...(movesMoney
          ? [
              {
                name: say('actions'),
                render: (payout: OperatorPayout) => (
                  <Row>
                    {payout.actions.map((action) => (
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

/** Suspended and private agents have no public profile, so their id is shown. */
function AgentName({ agentId }: { agentId: string }) {
  const { data } = useRead(api.agents.getAgent, { name: agentId })
  if (data === undefined) return <code className={classes.id}>{agentId}</code>
  return <Link to={`/agents/${data.agent.name}`}>@{data.agent.name}</Link>
}

function Problem({ payout }: { payout: OperatorPayout }) {
  const { failure, failureMessage, transferRef, bankRef, accountRef } = payout
  return (
    <span className={classes.problem}>
      <span lang="en">{failureMessage ?? failure ?? '–'}</span>
      <code className={classes.id}>{bankRef ?? transferRef ?? accountRef}</code>
    </span>
  )
}

const actionTexts: Readonly<Record<PayoutAction, { label: string; title: string; effect: string }>> = {
  retry: { label: say('retry'), title: say('retryTitle'), effect: say('retryEffect') },
  cancel: { label: say('cancel'), title: say('cancelTitle'), effect: say('cancelEffect') },
  'pay-back': { label: say('payBack'), title: say('payBackTitle'), effect: say('payBackEffect') },
}

function PayoutActionButton({ payout, action }: { payout: OperatorPayout; action: PayoutAction }) {
  const { label, title, effect } = actionTexts[action]
  const take = useAction(adminApi.payouts.takePayoutAction, {
    invalidates: ['admin.payouts'],
    onDone: () => toast(say('done', { action: label, amount: formatMoney(payout.amount) })),
  })
  return (
    <ConfirmButton
      label={label}
      variant={action === 'retry' ? 'plain' : 'danger'}
      title={title}
      confirmLabel={say('actionAmount', { action: label, amount: formatMoney(payout.amount) })}
      cancelLabel={say('keepAsItIs')}
      busy={take.isPending}
      error={take.error}
      onConfirm={() => take.mutateAsync({ payoutId: payout.id, action })}
    >
      <p>{effect}</p>
    </ConfirmButton>
  )
}
