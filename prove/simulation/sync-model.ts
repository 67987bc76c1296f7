/** Keeps the model's books in step with what the processor causes, and compares them after every step. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { balanceChecks } from '../../server/src/money/ledger/checks.ts'
import { told } from '../../server/test/tasks/task-model/compare.ts'
import { enter, type Amounts, type Books } from '../../server/test/tasks/task-model/world.ts'
import type { Town } from './fixture.ts'

/** What follows from the processor alone. Money of tasks and conversions are the model's own doing. */
const followedKinds = [
  'top_up',
  'repay',
  'payout_hold',
  'payout_sent',
  'payout_release',
  'payout_return',
  'refund',
  'refund_failed',
  'chargeback',
  'chargeback_won',
  'earnings_hold',
  'earnings_release',
  'earnings_cover',
  'earnings_restore',
]

interface Line {
  readonly wallet: string
  readonly kind: string
  readonly amount: bigint
}

const [booksBalance] = balanceChecks

/** Moves the books along, and finds out whether they and the ledger agree. */
export async function follow(town: Town): Promise<void> {
  const { moved, balances, restricted, unbalanced } = await look(town)
  expect(unbalanced, told(town)).toEqual([])
  for (const { name, agent, books } of town.players) {
    const isOwn = ({ wallet }: Line) => wallet === agent.id
    for (const line of moved.filter(isOwn)) enter(books, inBooks(line))
    books.restricted = books.owed > 0 || restricted.some(isOwn)
    const real = emptyAmounts()
    for (const line of balances.filter(isOwn)) enter(real, inBooks(line))
    expect({ name, ...real }, told(town)).toEqual({ name, ...amountsOf(books) })
  }
}

/** All that is needed in one query, because there is one after every step. */
async function look(town: Town) {
  const wallets = town.players.map(({ agent }) => agent.id)
  const { rows } = await sql<Line & { what: string; last: bigint }>`
    with moved as materialized (
      select p.id, t.debit_account_id, t.credit_account_id, t.amount
      from ledger_postings p join ledger_transfers t on t.posting_id = p.id
      where p.id > ${town.followed} and p.kind = any(${followedKinds})
    )
    select 'moved' as what, a.wallet, a.kind, m.amount, m.id as last
      from (
        select debit_account_id as account, -amount as amount, id from moved
        union all select credit_account_id, amount, id from moved
      ) m join ledger_accounts a on a.id = m.account where a.wallet = any(${wallets})
    union all
    select 'balance', wallet, kind, balance, 0 from ledger_accounts where wallet = any(${wallets})
    union all
    select 'restricted', agent_id, '', 0, 0 from chargebacks where state = 'open' and agent_id = any(${wallets})
    union all
    select 'unbalanced', subject, '', 0, 0 from (${booksBalance?.violations ?? sql`select ''`}) found`.execute(
    town.souk.context.database,
  )
  for (const { last } of rows) if (last > town.followed) town.followed = last
  const those = (what: string) => rows.filter((row) => row.what === what)
  return {
    moved: those('moved'),
    balances: those('balance'),
    restricted: those('restricted'),
    unbalanced: those('unbalanced').map(({ wallet }) => wallet),
  }
}

const fields: Readonly<Record<string, keyof Amounts>> = {
  available: 'available',
  held: 'held',
  dispute: 'held',
  earnings: 'earnings',
  earnings_pending: 'pending',
  payout_pending: 'payoutPending',
  receivable: 'owed',
}

/** What is owed stands in the ledger as less than nothing. */
function inBooks({ kind, amount }: Line): Partial<Amounts> {
  const field = fields[kind]
  return field === undefined ? {} : { [field]: kind === 'receivable' ? -Number(amount) : Number(amount) }
}

function emptyAmounts(): Amounts {
  return { available: 0, held: 0, earnings: 0, pending: 0, payoutPending: 0, owed: 0 }
}

function amountsOf({ restricted: _restricted, ...amounts }: Books): Amounts {
  return amounts
}
