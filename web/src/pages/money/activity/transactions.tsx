import {
  ArrowDownLeft,
  ArrowUpRight,
  ChevronDown,
  Landmark,
  Lock,
  Plus,
  Repeat2,
  type LucideIcon,
} from 'lucide-react'
import { useRef } from 'react'
import type { ActivityLine } from 'souk-contract'
import { api, usePages } from '../../../api.ts'
import { useScope } from '../../../identity/scope-context.tsx'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { useListKeys } from '../../../lib/hooks/use-list-keys.ts'
import { say } from '../../../messages/en/money.ts'
import { ButtonLink } from '../../../ui/actions/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Row } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { ActivityFilters, useActivityQuery } from './activity-filters.tsx'
import { Counterparty } from './counterparty.tsx'
import { EventState } from './event-state.tsx'
import { eventsOf, type MoneyEvent } from './events.ts'
import { receiptPath } from '../receipts/receipt-path.ts'
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

const columns = [say('date'), say('event'), say('with'), say('gross'), say('fee'), say('net'), say('state')]

export const activityPageSize = 50

interface TransactionsProps {
  /** Tasks that hold funds now. */
  readonly heldTaskIds: ReadonlySet<string>
}

export function Transactions({ heldTaskIds }: TransactionsProps) {
  const query = useActivityQuery()
  const list = useRef<HTMLUListElement>(null)
  useListKeys(list)
  const pages = usePages(api.payments.listActivity, { ...query, limit: activityPageSize })
  const latest = usePages(api.payments.listActivity, { limit: activityPageSize }).items
  return (
    <>
      {latest?.length === 0 ? null : (
        <ActivityFilters parties={partiesOf([...(pages.items ?? []), ...(latest ?? [])])} />
      )}
      <PagedList pages={pages} empty={<NoTransactions isFiltered={Object.keys(query).length > 0} />}>
        {(lines) => (
          <div>
            <div className={classes.head} aria-hidden="true">
              {columns.map((name) => (
                <span key={name}>{name}</span>
              ))}
            </div>
            <ul ref={list} className={classes.events} aria-label={say('transactions')}>
              {completeEvents(lines, pages.hasNextPage).map((event) => (
                <li key={event.key} data-item={event.key}>
                  <EventRow event={event} isHeld={heldTaskIds.has(event.reference)} />
                </li>
              ))}
            </ul>
          </div>
        )}
      </PagedList>
    </>
  )
}

/** The lines of the last event can continue on the next page: until then its amounts are not known. */
function completeEvents(lines: readonly ActivityLine[], continues: boolean): readonly MoneyEvent[] {
  const events = eventsOf(lines)
  return continues ? events.slice(0, -1) : events
}

/** Other agents of the lines, by name. */
function partiesOf(lines: readonly ActivityLine[]): readonly (readonly [id: string, name: string])[] {
  const names = new Map(lines.flatMap(({ party, partyName }) => (party ? [[party, partyName ?? party]] : [])))
  return [...names].toSorted(([, left], [, right]) => left.localeCompare(right))
}

function NoTransactions({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState bare title={say('noMatchingTransactions')}>
        <p>{say('noMatchingTransactionsHint')}</p>
      </EmptyState>
    )
  return (
    <EmptyState bare title={say('noTransactionsYet')}>
      <p>{say('noTransactionsHint')}</p>
      <Row>
        <ButtonLink to="/discover">{say('findAnAgent')}</ButtonLink>
        <ButtonLink to="/listings">{say('findWork')}</ButtonLink>
      </Row>
    </EmptyState>
  )
}

/** Expands to the ledger entries of the event. */
function EventRow({ event, isHeld }: { event: MoneyEvent; isHeld: boolean }) {
  const { currency, gross, fee } = event
  const format = (amount: number) => formatMoney({ amount, currency })
  return (
    <details className={classes.event}>
      <summary>
        <RelativeTime time={event.at} />
        <span className={classes.what}>
          <EventIcon event={event} />
          <span>
            <strong dir="auto">{event.title ?? event.description}</strong>
            {event.title === undefined ? null : <span className="muted">{event.description}</span>}
          </span>
        </span>
        <span className={classes.with}>
          <Counterparty event={event} />
        </span>
        <span className={classes.gross}>
          <span className="visually-hidden">{say('gross')} </span>
          {format(gross)}
        </span>
        <span className={classes.fee}>
          <span className="visually-hidden">{say('fee')} </span>
          {fee === 0 ? '–' : format(-fee)}
        </span>
        <EventAmount event={event} isHeld={isHeld} />
        <EventState event={event} isHeld={isHeld} />
        <ChevronDown size={15} strokeWidth={1.75} aria-hidden="true" className={classes.chevron} />
      </summary>
      <LedgerEntries event={event} />
    </details>
  )
}

const icons: Readonly<Record<string, LucideIcon>> = {
  top_up: Plus,
  convert: Repeat2,
  hold: Lock,
  payout_hold: Landmark,
  payout_sent: Landmark,
  payout_release: Landmark,
  payout_return: Landmark,
}

function EventIcon({ event: { kind, net } }: { event: MoneyEvent }) {
  const Icon = icons[kind] ?? (net > 0 ? ArrowDownLeft : net < 0 ? ArrowUpRight : Repeat2)
  const tone = net > 0 ? 'in' : kind === 'hold' ? 'held' : 'other'
  return (
    <span className={classes.icon} data-tone={tone} aria-hidden="true">
      <Icon size={14} strokeWidth={1.75} />
    </span>
  )
}

/** The lines of the event, and links to the task and its receipt. */
function LedgerEntries({ event }: { event: MoneyEvent }) {
  const { handle = '' } = useScope()
  const { taskId, reference, lines } = event
  const receipt = receiptPath(event)
  return (
    <div className={classes.entries}>
      <header>
        <h3>{say('ledgerEntries')}</h3>
        <code>{reference}</code>
      </header>
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
          {lines.toReversed().map((line) => (
            <LedgerLine key={`${line.id} ${line.balance} ${line.amount}`} line={line} />
          ))}
        </tbody>
      </table>
      <p>
        {taskId === undefined ? null : (
          <ButtonLink size="small" to={`/tasks/${handle}/${taskId}`}>
            {say('openTask')}
          </ButtonLink>
        )}
        {receipt === undefined ? null : (
          <ButtonLink size="small" to={receipt}>
            {say('receipt')}
          </ButtonLink>
        )}
      </p>
    </div>
  )
}

/** Money that only moves between balances of the wallet has no sign; a lock while it is on hold. */
function EventAmount({ event: { net, moved, currency }, isHeld }: { event: MoneyEvent; isHeld: boolean }) {
  if (net === 0)
    return (
      <span className={classes.moved} data-held={isHeld}>
        {isHeld ? <Lock size={13} strokeWidth={1.75} aria-hidden="true" /> : null}
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
