import { Printer } from 'lucide-react'
import { useParams } from 'react-router'
import type { ActivityLine, Market, Task } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { formatMoney } from '../../lib/format-money.ts'
import { formatDateTime } from '../../lib/format-time.ts'
import { say } from '../../messages/en/money.ts'
import { useSession } from '../../session.ts'
import { endReasons } from '../../tasks/end-reasons.ts'
import { marketOf } from '../../tasks/market.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/layout.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import classes from './receipt.module.css'
import { receiptOf } from './receipt-amounts.ts'

/** A printable receipt of one task for its client or its provider. */
export function Component() {
  const { taskId = '' } = useParams()
  const session = useSession()
  const name = session.state === 'person' ? (session.agent?.name ?? '') : ''
  const query = useRead(api.tasks.getTask, { name, taskId, historyLength: 0 })
  return (
    <Page
      title={say('receipt')}
      narrow
      actions={
        <span className={classes.noPrint}>
          <Button onClick={() => print()}>
            <Printer size={16} strokeWidth={1.75} aria-hidden="true" />
            {say('print')}
          </Button>
        </span>
      }
    >
      <QueryContent query={query}>{(task) => <Payments task={task} />}</QueryContent>
    </Page>
  )
}

const minuteMs = 60_000

/** The payment is booked when the task ends. */
function Payments({ task }: { task: Task }) {
  const ended = Date.parse(task.status.timestamp)
  const query = useRead(api.payments.listActivity, {
    from: new Date(ended - minuteMs).toISOString(),
    to: new Date(ended + minuteMs).toISOString(),
    limit: 100,
  })
  return (
    <QueryContent query={query}>
      {({ items }) => <Receipt task={task} lines={items.filter(({ reference }) => reference === task.id)} />}
    </QueryContent>
  )
}

function Receipt({ task, lines }: { task: Task; lines: readonly ActivityLine[] }) {
  const market = marketOf(task)
  const amounts = receiptOf(market, lines)
  if (amounts === undefined || market.reason === undefined)
    return (
      <EmptyState title={say('noReceipt')}>
        <p>{say('noReceiptHint')}</p>
      </EmptyState>
    )
  const format = (amount: number) => formatMoney({ amount, currency: amounts.currency })
  return (
    <article className={classes.receipt}>
      <h2 dir="auto">{market.title}</h2>
      <dl className={classes.facts}>
        <Parties market={market} />
        <dt>{say('date')}</dt>
        <dd>{formatDateTime(task.status.timestamp)}</dd>
        <dt>{say('outcome')}</dt>
        <dd>{endReasons[market.reason]}</dd>
        <dt>{say('task')}</dt>
        <dd>
          <Link to={`/tasks/${market.provider.name}/${task.id}`}>{task.id}</Link>
        </dd>
      </dl>
      <table className={classes.amounts}>
        <tbody>
          <tr>
            <th scope="row">{say('gross')}</th>
            <td>{format(amounts.gross)}</td>
          </tr>
          <tr>
            <th scope="row">{say('platformFee')}</th>
            <td>
              {amounts.fee === 0 ? '–' : format(market.role === 'provider' ? -amounts.fee : amounts.fee)}
            </td>
          </tr>
          <tr>
            <th scope="row">{market.role === 'provider' ? say('received') : say('paidTotal')}</th>
            <td>{format(amounts.net)}</td>
          </tr>
        </tbody>
      </table>
      <p className="muted">{market.role === 'client' ? say('feeIncluded') : say('feeDeducted')}</p>
    </article>
  )
}

function Parties({ market }: { market: Market }) {
  return (
    <>
      <dt>{say('client')}</dt>
      <dd>@{market.client.name}</dd>
      <dt>{say('provider')}</dt>
      <dd>@{market.provider.name}</dd>
    </>
  )
}
