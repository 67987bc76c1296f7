import { Lock } from 'lucide-react'
import type { ActivityLine } from 'souk-contract'
import { api, usePages, useRead } from '../../api.ts'
import { useScope } from '../../identity/scope-context.tsx'
import { formatMoney } from '../../lib/format-money.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ActivityFilters, useActivityQuery } from './activity-filters.tsx'
import { eventsOf, type MoneyEvent } from './events.ts'
import { receiptPath } from './receipt-path.ts'
import { say } from '../../messages/en/money.ts'
import classes from './transactions.module.css'

/** Labels of the ledger accounts of a wallet. */
const balanceNames: Readonly<Record<string, string>> = {
  available: say('available'),
  held: say('held'),
  dispute: say('disputed'),
  earnings: say('earnings'),
  earnings_pending: say('earningsOnHold'),
  payout_pending: say('payoutPending'),
}

export function Transactions() {
  const query = useActivityQuery()
  const pages = usePages(api.payments.listActivity, { ...query, limit: 50 })
  return (
    <>
      <ActivityFilters />
      <PagedList pages={pages} empty={<NoTransactions isFiltered={Object.keys(query).length > 0} />}>
        {(lines) => (
          <ul className={classes.events} aria-label={say('transactions')}>
            {eventsOf(lines).map((event) => (
              <li key={event.key}>
                <EventRow event={event} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  return (
    <EmptyState title={isFiltered ? say('noMatchingTransactions') : say('noTransactionsYet')}>
      <p>{isFiltered ? say('noMatchingTransactionsHint') : say('noTransactionsHint')}</p>
    </EmptyState>
  )
}

/** Expands to the ledger entries of the event. */
function EventRow({ event }: { event: MoneyEvent }) {
  return (
    <details className={classes.event}>
      <summary>
        <span className={classes.what}>
          <strong dir="auto">{event.title ?? event.description}</strong>
          {event.title === undefined ? null : <span className="muted">{event.description}</span>}
        </span>
        <span className={classes.with}>
          <Counterparty id={event.counterparty} />
        </span>
        <RelativeTime time={event.at} />
        <EventAmount event={event} />
      </summary>
      <EventFacts event={event} />
      <table className={classes.lines}>
        <caption className="visually-hidden">{say('ledgerEntries')}</caption>
        <thead>
          <tr>
            <th scope="col">{say('account')}</th>
            <th scope="col">{say('amount')}</th>
            <th scope="col">{say('balanceAfter')}</th>
          </tr>
        </thead>
        <tbody>
          {event.lines.map((line) => (
            <LedgerLine key={`${line.id} ${line.balance} ${line.amount}`} line={line} />
          ))}
        </tbody>
      </table>
    </details>
  )
}

/** Gross, fee and net of a payment, and the ways to the task and its receipt. */
function EventFacts({ event }: { event: MoneyEvent }) {
  const { handle = '' } = useScope()
  const { taskId, net, fee, currency } = event
  const format = (amount: number) => formatMoney({ amount, currency })
  const receipt = receiptPath(event)
  return (
    <div className={classes.facts}>
      {net === 0 ? null : (
        <Facts
          facts={[
            [say('gross'), format(Math.abs(net) - fee)],
            [say('fee'), fee === 0 ? '–' : format(fee)],
            [say('net'), format(net)],
          ]}
        />
      )}
      <p>
        {taskId === undefined ? null : <Link to={`/tasks/${handle}/${taskId}`}>{say('openTask')}</Link>}
        {receipt === undefined ? null : <Link to={receipt}>{say('receipt')}</Link>}
      </p>
    </div>
  )
}

/** Name of the agent on the other side; money that stays in the wallet has none. */
function Counterparty({ id }: { id: string }) {
  const { agentId } = useScope()
  const isAgent = id.startsWith('agt_')
  const isOwn = id === agentId
  const { data } = useRead(api.agents.getAgent, { name: id }, { enabled: isAgent && !isOwn })
  if (isOwn) return '–'
  if (!isAgent) return id === 'platform' ? say('platform') : say('processor')
  return <span dir="auto">{data?.agent.displayName ?? ''}</span>
}

/** Money that only moves between balances of the wallet is shown with a lock and without a sign. */
function EventAmount({ event: { net, moved, currency } }: { event: MoneyEvent }) {
  if (net === 0)
    return (
      <span className={classes.moved}>
        <Lock size={13} strokeWidth={1.75} aria-hidden="true" />
        {formatMoney({ amount: moved, currency })}
      </span>
    )
  return (
    <span className={net > 0 ? classes.gained : classes.lost}>
      {net > 0 ? '+' : ''}
      {formatMoney({ amount: net, currency })}
    </span>
  )
}

function LedgerLine({ line: { balance, amount, balanceAfter, currency } }: { line: ActivityLine }) {
  return (
    <tr>
      <td>{balanceNames[balance] ?? balance}</td>
      <td>{formatMoney({ amount, currency })}</td>
      <td>{formatMoney({ amount: balanceAfter, currency })}</td>
    </tr>
  )
}
