/** Runs commands on the ledger and on its model, and compares outcomes and balances. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sqlState } from '../../server/src/db/sql-state.ts'
import { Failure } from '../../server/src/failure.ts'
import { accountName } from '../../server/src/money/ledger/accounts.ts'
import { apply, type Outcome } from '../../server/src/money/ledger/model.ts'
import { post, type Posted } from '../../server/src/money/ledger/post.ts'
import type { Posting } from '../../server/src/money/ledger/posting-types.ts'
import { appendBalances } from '../../server/src/money/ledger/roll-up-queries.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { postingOf, type Command, type LedgerModel } from './ledger-commands.ts'

const accepted = new Set<Outcome>(['posted', 'replayed', 'nothing'])

/** Postings that the model accepts share a transaction in the database; each refused one has its own. */
export async function compare(
  { context }: Souk,
  model: LedgerModel,
  commands: readonly Command[],
): Promise<Outcome[]> {
  const { store } = context
  let batch: [Posting, Outcome][] = []
  const flush = async () => {
    const ours = batch
    batch = []
    const committed = store.write(async (tx) => {
      const results: Posted[] = []
      for (const [posting] of ours) results.push(await post(tx, posting, { actor: 'system' }))
      return results
    })
    const outcomes = await committed.then(
      (results) => results.map(outcomeOf),
      (error: unknown) => [refusalOf(error)],
    )
    const named = (outcome: Outcome, index: number) => `${ours[index]?.[0].key}: ${outcome}`
    expect(outcomes.map(named)).toEqual(ours.map(([, outcome]) => outcome).map(named))
  }
  const outcomesSoFar: Outcome[] = []
  for (const command of commands) {
    const posting = postingOf(model, command)
    const outcome = apply(model.ledger, posting)
    outcomesSoFar.push(outcome)
    if (outcome === 'posted') model.posted.push(posting)
    if (accepted.has(outcome)) batch.push([posting, outcome])
    else {
      await flush()
      const refused = store.write((tx) => post(tx, posting, { actor: 'system' })).then(outcomeOf, refusalOf)
      expect(await refused, posting.key).toBe(outcome)
    }
  }
  await flush()
  await compareAccounts(context.database, model)
  return outcomesSoFar
}

const outcomeOf = ({ postingId, replayed }: Posted): Outcome =>
  postingId === null ? 'nothing' : replayed ? 'replayed' : 'posted'

function refusalOf(error: unknown): Outcome {
  if (error instanceof Failure && error.kind === 'insufficient-funds') return 'insufficient-funds'
  const state = sqlState(error)
  if (state === 'LG002') return 'key-reused'
  if (state === '23514') return 'over-ceiling'
  if (state === 'LG003' || String(error).includes('ledger transfer')) return 'unsound'
  throw error
}

async function compareAccounts(
  database: Souk['context']['database'],
  { ledger, run, currency }: LedgerModel,
): Promise<void> {
  const { rows } = await sql<{ name: string; balance: bigint; seq: bigint | null }>`
    select concat_ws('/', a.book, a.kind, a.owner, a.currency) as name, coalesce(b.balance, a.balance) as balance,
      case a.mode when 'locked' then a.seq end as seq
    from ledger_accounts a left join (${appendBalances}) b on b.id = a.id
    where a.currency = ${currency} order by 1`.execute(database)
  const known = [...ledger.entries.values()].map(({ account, balance, seq }) => {
    const append = rows.some((row) => row.name === accountName(account) && row.seq === null)
    return { name: accountName(account), balance, seq: append ? null : seq }
  })
  expect(rows.toSorted(byName)).toEqual(known.toSorted(byName))
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) as count from ledger_postings where key ~ ${`_${run}_\\d+`}`.execute(database)
  expect(Number(counted[0]?.count)).toBe(ledger.postings.size)
}

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1)
