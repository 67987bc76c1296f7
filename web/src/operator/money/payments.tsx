import type { OperatorPayment } from 'souk-contract'
import { usePages } from '../../api.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { useFilters } from '../../lib/hooks/use-filters.ts'
import { say } from '../../messages/en/operator-money.ts'
import { Amount } from '../../ui/data/amount.tsx'
import { Badge, type Tone } from '../../ui/data/badge.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Filters, SearchBox } from '../../ui/forms/filters.tsx'
import { Page } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { adminApi } from '../admin-api.ts'
import { AgentName } from '../agent-name.tsx'
import { useCan } from '../operator-context.tsx'
import { useAction } from '../use-action.tsx'
import { announce } from './labels.ts'
import { MoneyDialog } from './money-form.tsx'
import classes from './money.module.css'

/** Payments by card, newest first, and their refunds. */
export function Payments() {
  const { get, set } = useFilters(['agent'])
  const agentId = get('agent')
  const pages = usePages(adminApi.moneyDesk.listPayments, agentId === '' ? {} : { agentId })
  return (
    <Page title={say('payments')} lead={say('paymentsLead')} wide>
      <Filters>
        <SearchBox label={say('agentId')} value={agentId} onSearch={(text) => set('agent', text.trim())} />
      </Filters>
      <PagedList
        pages={pages}
        empty={
          <EmptyState title={say('noPayments')}>
            <p>{say('noPaymentsHint')}</p>
          </EmptyState>
        }
      >
        {(payments) => <PaymentRows payments={payments} />}
      </PagedList>
    </Page>
  )
}

const statusNames: Readonly<Record<OperatorPayment['status'], string>> = {
  open: say('statusOpen'),
  processing: say('statusProcessing'),
  succeeded: say('statusSucceeded'),
  failed: say('statusFailed'),
  expired: say('statusExpired'),
}

const statusTones: Readonly<Record<OperatorPayment['status'], Tone>> = {
  open: 'plain',
  processing: 'accent',
  succeeded: 'good',
  failed: 'bad',
  expired: 'plain',
}

function PaymentRows({ payments }: { payments: readonly OperatorPayment[] }) {
  const movesMoney = useCan('moveMoney')
  return (
    <Table
      outlined
      caption={say('payments')}
      items={payments}
      rowKey={({ id }) => id}
      columns={[
        { name: say('amount'), render: ({ amount }) => <Amount money={amount} /> },
        { name: say('agent'), render: ({ agentId }) => <AgentName agentId={agentId} /> },
        {
          name: say('state'),
          render: ({ status }) => <Badge tone={statusTones[status]}>{statusNames[status]}</Badge>,
        },
        { name: say('refunded'), render: (payment) => <Refunded payment={payment} /> },
        {
          name: say('atTheProcessor'),
          render: ({ paymentRef, id }) => <code className={classes.id}>{paymentRef ?? id}</code>,
        },
        { name: say('when'), numeric: true, render: ({ createdAt }) => <RelativeTime time={createdAt} /> },
        ...(movesMoney
          ? [{ name: say('next'), render: (payment: OperatorPayment) => <Refund payment={payment} /> }]
          : []),
      ]}
    />
  )
}

function Refunded({ payment: { refunded, refundState, refundFailure } }: { payment: OperatorPayment }) {
  if (refunded.amount === 0 && refundState === null) return '–'
  const states = { requested: say('refundRequested'), sent: say('refundSent'), failed: say('refundFailed') }
  return (
    <span className={classes.stacked}>
      <Amount money={refunded} />
      {refundState === null ? null : <small>{refundFailure ?? states[refundState]}</small>}
    </span>
  )
}

function Refund({ payment }: { payment: OperatorPayment }) {
  const refund = useAction(adminApi.moneyDesk.refundPayment, {
    invalidates: ['admin.moneyDesk'],
    onDone: (reply) => announce(reply.action),
  })
  if (payment.refundable.amount === 0) return '–'
  return (
    <MoneyDialog
      label={say('refund')}
      title={say('refundTitle')}
      effect={say('refundEffect')}
      max={payment.refundable}
      canChoose
      facts={[
        [say('amount'), formatMoney(payment.amount)],
        [say('agent'), <AgentName key="agent" agentId={payment.agentId} />],
        [say('refunded'), formatMoney(payment.refunded)],
      ]}
      busy={refund.isPending}
      error={refund.error}
      onSubmit={(input) => refund.mutateAsync({ paymentId: payment.id, ...input })}
    />
  )
}
