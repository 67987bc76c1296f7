import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../src/failure.ts'
import { accountName, agentAccount, taskAccount, type AgentId } from '../src/ledger/accounts.ts'
import { apply, balanceOf, emptyLedger, type Ledger, type Outcome } from '../src/ledger/core.ts'
import { post, type Posted } from '../src/ledger/post.ts'
import type { Posting } from '../src/ledger/posting.ts'
import {
  chargeback,
  chargebackWon,
  convertEarnings,
  correct,
  freeze,
  hold,
  payoutHold,
  payoutRelease,
  payoutReturn,
  payoutSent,
  refundFailed,
  refundToCard,
  release,
  repay,
  rule,
  settle,
  topUp,
  topUpFee,
  unfreeze,
  writeOff,
} from '../src/ledger/recipes.ts'
import { reconcile } from '../src/ledger/reconcile.ts'
import { appendBalances } from '../src/ledger/roll-up.ts'
import { newAgent, processor } from '../src/ledger/test-facts.ts'
import { sqlState } from '../src/db/transact.ts'
import { startSouk, type Souk } from './harness.ts'

/** Goal: the database does what the model does. Method: random commands, many of them refused, on both. */
const commandsTotal = Number(process.env['LEDGER_COMMANDS'] ?? 20_000)
const commandsPerRun = 250

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const agents = [newAgent(), newAgent(), newAgent()] as const

const command = fc.record({
  name: fc.constantFrom(
    'topUp',
    'topUp',
    'topUpFee',
    'repay',
    'convert',
    'hold',
    'hold',
    'settle',
    'settle',
    'release',
    'freeze',
    'unfreeze',
    'rule',
    'payoutHold',
    'payoutSent',
    'payoutRelease',
    'payoutReturn',
    'refund',
    'refundFailed',
    'chargeback',
    'chargebackWon',
    'writeOff',
    'correct',
    'repeat',
    'reuse',
    'cross',
  ),
  agent: fc.integer({ min: 0, max: 2 }),
  other: fc.integer({ min: 0, max: 2 }),
  /** Few ids, so that keys are met again. */
  id: fc.integer({ min: 0, max: 25 }),
  amount: fc.bigInt({ min: 1n, max: 1200n }),
  /** Take exactly what the account has instead of the amount. */
  exact: fc.boolean(),
  feeBps: fc.integer({ min: 0, max: 10_000 }),
})
type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

/** One run has a currency of its own, so that its accounts, also those of the platform, start empty. */
interface World {
  readonly ledger: Ledger
  readonly run: number
  readonly currency: string
  readonly made: Posting[]
}

/** What a command's numbers mean in the world as it is. */
function factsOf(world: World, { name, agent, other, id, amount, exact, feeBps }: Command) {
  const { ledger, currency, run, made } = world
  const money = { book: 'sandbox', currency } as const
  const named = <P extends string>(prefix: P): `${P}_${string}` => `${prefix}_${run}_${id}`
  const agentId: AgentId = agents[agent] ?? agents[0]
  // Which client a task has is fixed, as in the market.
  const clientId = agents[id % 3] ?? agents[0]
  const providerId = agents[(id + 1 + (other % 2)) % 3] ?? agents[0]
  const task = {
    ...money,
    taskId: named('task'),
    clientId,
    providerId,
    feeBps,
    disputeId: named('dispute'),
    amount,
  }
  const payment = { ...money, agentId, processor, paymentId: named('pay'), amount }
  const earlier = made[id % Math.max(made.length, 1)] ?? topUp(payment)
  return {
    named,
    task,
    payment,
    earlier,
    has: (kind: 'available' | 'earnings' | 'payout_pending') =>
      balanceOf(ledger, agentAccount(money, kind, agentId)),
    holds: (kind: 'held' | 'dispute') => balanceOf(ledger, taskAccount(money, kind, task)),
    owed: -balanceOf(ledger, agentAccount(money, 'receivable', agentId)),
    some: (balance: bigint) => ({ amount: exact && balance > 0n ? balance : amount }),
    part: other === 0 ? { part: agent } : {},
    moved: (change: object): Posting => ({
      ...earlier,
      key: `${earlier.key}:${name}:${amount}`,
      transfers: earlier.transfers.map((leg) => ({ ...leg, credit: { ...leg.credit, ...change } })),
    }),
  }
}

type Facts = ReturnType<typeof factsOf>

const held = ({ task, holds, some }: Facts) => ({ ...task, ...some(holds('held')) })
const frozen = ({ task, holds, some }: Facts) => ({ ...task, ...some(holds('dispute')) })
const pending = ({ payment, named, has, some }: Facts) => ({
  ...payment,
  payoutId: named('pout'),
  ...some(has('payout_pending')),
})

const recipes: Record<Command['name'], (facts: Facts, command: Command) => Posting> = {
  topUp: ({ payment }, { amount }) => topUp({ ...payment, amount: amount * 10n }),
  topUpFee: ({ payment, named }) => topUpFee({ ...payment, feeId: named('fee') }),
  repay: ({ payment, named, has, owed }) =>
    repay({ ...payment, causeId: named('pay'), available: has('available'), owed }),
  convert: ({ payment, named, has, some }) =>
    convertEarnings({ ...payment, requestId: named('req'), ...some(has('earnings')) }),
  hold: ({ task, part, some, has }) => hold({ ...task, ...part, ...some(has('available')) }),
  settle: (facts) => settle(held(facts)),
  release: (facts) => release(held(facts)),
  freeze: (facts) => freeze(held(facts)),
  unfreeze: (facts) => unfreeze(frozen(facts)),
  rule: (facts, { amount }) => rule({ ...frozen(facts), toClient: amount % (frozen(facts).amount + 1n) }),
  payoutHold: (facts) => payoutHold({ ...pending(facts), ...facts.some(facts.has('earnings')) }),
  payoutSent: (facts) => payoutSent(pending(facts)),
  payoutRelease: (facts) => payoutRelease(pending(facts)),
  payoutReturn: (facts) => payoutReturn(pending(facts)),
  refund: ({ payment, named, has, some }) =>
    refundToCard({ ...payment, refundId: named('re'), ...some(has('available')) }),
  refundFailed: ({ payment, named }) => refundFailed({ ...payment, refundId: named('re') }),
  chargeback: ({ payment, named, has }, { exact, amount, id }) =>
    chargeback({
      ...payment,
      chargebackId: named('dp'),
      available: exact ? has('available') : amount / 2n,
      fee: BigInt(id),
    }),
  chargebackWon: ({ payment, named, owed }, { exact, amount }) =>
    chargebackWon({ ...payment, chargebackId: named('dp'), owed: exact ? owed : amount / 2n }),
  writeOff: ({ payment, named, owed, some }) =>
    writeOff({ ...payment, writeOffId: named('wo'), ...some(owed) }),
  correct: ({ earlier }) => correct(earlier),
  repeat: ({ earlier }) => earlier,
  reuse: ({ earlier }, { amount }) => ({
    ...earlier,
    transfers: earlier.transfers.map((leg) => ({ ...leg, amount: leg.amount + amount })),
  }),
  cross: ({ moved }, { id }) =>
    moved([{ book: 'live' }, { currency: 'XTS' }, { wallet: 'agt_nobody' }][id % 3] ?? {}),
}

const accepted = new Set<Outcome>(['posted', 'replayed', 'nothing'])
const tally = new Map<string, number>()

/** Runs the commands on the model; on the database, those the model accepts together and every refusal alone. */
async function compare(world: World, commands: readonly Command[]): Promise<void> {
  let batch: [Posting, Outcome][] = []
  const flush = async () => {
    const ours = batch
    batch = []
    const outcomes = await souk.context.store.write(async (tx) => {
      const results: Posted[] = []
      for (const [posting] of ours) results.push(await post(tx, posting, { actor: 'system' }))
      return results
    })
    expect(outcomes.map(outcomeOf)).toEqual(ours.map(([, outcome]) => outcome))
  }
  for (const given of commands) {
    const posting = recipes[given.name](factsOf(world, given), given)
    const outcome = apply(world.ledger, posting)
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1)
    if (outcome === 'posted') world.made.push(posting)
    if (accepted.has(outcome)) batch.push([posting, outcome])
    else {
      await flush()
      const refused = souk.context.store
        .write((tx) => post(tx, posting, { actor: 'system' }))
        .then(outcomeOf, refusalOf)
      expect(await refused, posting.key).toBe(outcome)
    }
  }
  await flush()
  await compareAccounts(world)
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

async function compareAccounts({ ledger, run, currency }: World): Promise<void> {
  const { rows } = await sql<{ name: string; balance: bigint; seq: bigint | null }>`
    select concat_ws('/', a.book, a.kind, a.owner, a.currency) as name, coalesce(b.balance, a.balance) as balance,
      case a.mode when 'locked' then a.seq end as seq
    from ledger_accounts a left join (${appendBalances}) b on b.id = a.id
    where a.currency = ${currency} order by 1`.execute(souk.context.database)
  const known = [...ledger.entries.values()].map(({ account, balance, seq }) => {
    const append = rows.some((row) => row.name === accountName(account) && row.seq === null)
    return { name: accountName(account), balance, seq: append ? null : seq }
  })
  expect(rows.toSorted(byName)).toEqual(known.toSorted(byName))
  const { rows: counted } = await sql<{ count: bigint }>`
    select count(*) as count from ledger_postings where key ~ ${`_${run}_\\d+`}`.execute(
    souk.context.database,
  )
  expect(Number(counted[0]?.count)).toBe(ledger.postings.size)
}

const byName = (left: { name: string }, right: { name: string }) => (left.name < right.name ? -1 : 1)

function currencyOf(run: number): string {
  return [26 * 26, 26, 1].map((power) => String.fromCharCode(65 + (Math.floor(run / power) % 26))).join('')
}

describe('the ledger', () => {
  it(
    `does what its model does, for ${commandsTotal} commands`,
    { timeout: 60_000 + commandsTotal * 20 },
    async () => {
      let run = 0
      await fc.assert(
        fc.asyncProperty(
          fc.array(command, { minLength: commandsPerRun, maxLength: commandsPerRun }),
          async (commands) => {
            run += 1
            await compare({ ledger: emptyLedger(), run, currency: currencyOf(run), made: [] }, commands)
          },
        ),
        // The first difference names its posting; making the run shorter would take longer than reading it.
        { numRuns: Math.ceil(commandsTotal / commandsPerRun), endOnFailure: true },
      )
      for (const outcome of [
        'posted',
        'replayed',
        'insufficient-funds',
        'key-reused',
        'unsound',
        'over-ceiling',
      ]) {
        expect(tally.get(outcome) ?? 0, outcome).toBeGreaterThan(commandsTotal / 1000)
      }
      const { checks } = await souk.context.store.read(reconcile)
      const always = checks.filter(({ name }) => !/^(tasks|fees|payouts|chargebacks)-/.test(name))
      expect(always.filter(({ violations }) => violations > 0)).toEqual([])
    },
  )
})
