/** Applies postings caused by the processor to the model, and compares all balances after every step. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { balanceChecks } from '../../server/src/money/ledger/checks.ts'
import { storyOf } from '../../server/test/tasks/task-model/compare.ts'
import { applyPosting, type Amounts, type Books } from '../../server/test/tasks/task-model/world.ts'
import type { Fixture } from './fixture.ts'

/** Postings caused by the processor. The model makes those of tasks and conversions itself. */
const processorPostings = [
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

interface LedgerLine {
  readonly wallet: string
  readonly kind: string
  readonly amount: bigint
}

const [balanceCheck] = balanceChecks

/** Updates the model's balances and compares them with the ledger. */
export async function syncModel(fixture: Fixture): Promise<void> {
  const { moved, balances, restricted, unbalanced } = await readLedger(fixture)
  expect(unbalanced, storyOf(fixture)).toEqual([])
  for (const { name, agent, books } of fixture.players) {
    const isOwn = ({ wallet }: LedgerLine) => wallet === agent.id
    for (const line of moved.filter(isOwn)) applyPosting(books, toAmounts(line))
    books.restricted = books.owed > 0 || restricted.some(isOwn)
    const real = emptyAmounts()
    for (const line of balances.filter(isOwn)) applyPosting(real, toAmounts(line))
    expect({ name, ...real }, storyOf(fixture)).toEqual({ name, ...amountsOf(books) })
  }
}

/** Reads everything in one query, because it runs after every step. */
async function readLedger(fixture: Fixture) {
  const wallets = fixture.players.map(({ agent }) => agent.id)
  const { rows } = await sql<LedgerLine & { what: string; last: bigint }>`
    with moved as materialized (
      select p.id, t.debit_account_id, t.credit_account_id, t.amount
      from ledger_postings p join ledger_transfers t on t.posting_id = p.id
      where p.id > ${fixture.syncedUpTo} and p.kind = any(${processorPostings})
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
    select 'unbalanced', subject, '', 0, 0 from (${balanceCheck?.violations ?? sql`select ''`}) found`.execute(
    fixture.souk.context.database,
  )
  for (const { last } of rows) if (last > fixture.syncedUpTo) fixture.syncedUpTo = last
  const select = (what: string) => rows.filter((row) => row.what === what)
  return {
    moved: select('moved'),
    balances: select('balance'),
    restricted: select('restricted'),
    unbalanced: select('unbalanced').map(({ wallet }) => wallet),
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

/** Debts are negative balances in the ledger. */
export function toAmounts({ kind, amount }: Pick<LedgerLine, 'kind' | 'amount'>): Partial<Amounts> {
  const field = fields[kind]
  return field === undefined ? {} : { [field]: kind === 'receivable' ? -Number(amount) : Number(amount) }
}

function emptyAmounts(): Amounts {
  return { available: 0, held: 0, earnings: 0, pending: 0, payoutPending: 0, owed: 0 }
}

function amountsOf({ restricted: _restricted, ...amounts }: Books): Amounts {
  return amounts
}
