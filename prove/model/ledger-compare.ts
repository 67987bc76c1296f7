/** Runs commands on the ledger and on its model, and compares what became of both. */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { sqlState } from '../../server/src/db/transact.ts'
import { Failure } from '../../server/src/failure.ts'
import { accountName } from '../../server/src/money/ledger/accounts.ts'
import { apply, type Outcome } from '../../server/src/money/ledger/core.ts'
import { post, type Posted } from '../../server/src/money/ledger/post.ts'
import type { Posting } from '../../server/src/money/ledger/posting-types.ts'
import { appendBalances } from '../../server/src/money/ledger/roll-up.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { postingOf, type Command, type World } from './ledger-commands.ts'

const accepted = new Set<Outcome>(['posted', 'replayed', 'nothing'])

/** On the database, what the model accepts runs together and every refusal alone. */
export async function compare(
  { context }: Souk,
  world: World,
  commands: readonly Command[],
): Promise<Outcome[]> {
  const { store } = context
  let batch: [Posting, Outcome][] = []
  const flush = async () => {
    const ours = batch
    batch = []
    const together = store.write(async (tx) => {
      const results: Posted[] = []
      for (const [posting] of ours) results.push(await post(tx, posting, { actor: 'system' }))
      return results
    })
    const outcomes = await together.then(
      (results) => results.map(outcomeOf),
      (error: unknown) => [refusalOf(error)],
    )
    const named = (outcome: Outcome, place: number) => `${ours[place]?.[0].key}: ${outcome}`
    expect(outcomes.map(named)).toEqual(ours.map(([, outcome]) => outcome).map(named))
  }
  const seen: Outcome[] = []
  for (const command of commands) {
    const posting = postingOf(world, command)
    const outcome = apply(world.ledger, posting)
    seen.push(outcome)
    if (outcome === 'posted') world.made.push(posting)
    if (accepted.has(outcome)) batch.push([posting, outcome])
    else {
      await flush()
      const refused = store.write((tx) => post(tx, posting, { actor: 'system' })).then(outcomeOf, refusalOf)
      expect(await refused, posting.key).toBe(outcome)
    }
  }
  await flush()
  await compareAccounts(context.database, world)
  return seen
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
  { ledger, run, currency }: World,
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
