import { receiptOf, type ActivityLine, type Market, type Task } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { formatFee } from '../../../lib/format/format-fee.ts'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { formatDateTime } from '../../../lib/format/format-time.ts'
import { say } from '../../../messages/en/money.ts'
import { endReasons } from '../../../tasks/end-reasons.ts'
import { marketOf } from '../../../tasks/market.ts'
import { Link } from '../../../ui/page/link.tsx'
import { QueryContent } from '../../../ui/page/query-content.tsx'
import { NoReceipt, ReceiptSheet } from './receipt-sheet.tsx'
import { useActivityAt } from '../activity/use-activity-at.ts'
import { displayNameOf } from '../../../ui/people/party.tsx'

/** Receipt of one task for its client or its provider. */
export function TaskReceipt({ taskId }: { taskId: string }) {
  const { handle = '' } = useScope()
  const query = useRead(api.tasks.getTask, { name: handle, taskId, historyLength: 0 })
  return <QueryContent query={query}>{(task) => <Payments task={task} />}</QueryContent>
}

/** The payment is booked when the task ends. */
function Payments({ task }: { task: Task }) {
  const query = useActivityAt(task.status.timestamp)
  return (
    <QueryContent query={query}>
      {({ items }) => <Receipt task={task} lines={items.filter(({ reference }) => reference === task.id)} />}
    </QueryContent>
  )
}

function Receipt({ task, lines }: { task: Task; lines: readonly ActivityLine[] }) {
  const market = marketOf(task)
  const amounts = receiptOf(market, lines)
  if (amounts === undefined || market.reason === undefined) return <NoReceipt />
  const { currency, gross, fee, feeBps, net } = amounts
  const format = (amount: number) => formatMoney({ amount, currency })
  const isProvider = market.role === 'provider'
  return (
    <ReceiptSheet
      title={market.title}
      facts={
        <>
          <Parties market={market} />
          <dt>{say('date')}</dt>
          <dd>{formatDateTime(task.status.timestamp)}</dd>
          <dt>{say('outcome')}</dt>
          <dd>{endReasons[market.reason]}</dd>
          <dt>{say('reference')}</dt>
          <dd>
            <Link to={`/tasks/${market.provider.name}/${task.id}`}>
              <code>{task.id}</code>
            </Link>
          </dd>
        </>
      }
      amounts={[
        [say('gross'), format(gross)],
        [
          isProvider ? feeLabel(feeBps) : say('includesFee', { fee: feeLabel(feeBps) }),
          fee === 0 ? '–' : format(isProvider ? -fee : fee),
        ],
        [isProvider ? say('received') : say('paidTotal'), format(net)],
      ]}
      note={isProvider ? say('feeDeducted') : say('feeIncluded')}
    />
  )
}

/** `Platform fee (5%)`; without the rate if the task does not state it. */
function feeLabel(feeBps: number | undefined): string {
  return feeBps === undefined ? say('platformFee') : say('platformFeeOf', { rate: formatFee(feeBps) })
}

function Parties({ market }: { market: Market }) {
  return (
    <>
      <dt>{say('client')}</dt>
      <dd dir="auto">
        {displayNameOf(market.client)} (@{market.client.name})
      </dd>
      <dt>{say('provider')}</dt>
      <dd dir="auto">
        {displayNameOf(market.provider)} (@{market.provider.name})
      </dd>
    </>
  )
}
