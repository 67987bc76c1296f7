import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../src/failure.ts'
import { agentAccount, clearingAccount, type AgentId } from '../../../src/money/ledger/accounts.ts'
import { post, type Posted } from '../../../src/money/ledger/post.ts'
import type { Posting } from '../../../src/money/ledger/posting-types.ts'
import { eligibleEarnings } from '../../../src/money/ledger/cleared-queries.ts'
import { balancesOf, lockBalances } from '../../../src/money/ledger/queries.ts'
import {
  chargeback,
  convertEarnings,
  freeze,
  hold,
  payoutHold,
  payoutRelease,
  payoutSent,
  refundToCard,
  returnHeld,
  rule,
  settle,
  topUp,
  unfreeze,
} from '../../../src/money/ledger/recipes.ts'
import { reconcile } from '../../../src/money/ledger/reconcile.ts'
import {
  fund,
  newAgent,
  newName,
  newTrade,
  posted,
  processor,
  usd,
} from '../../../src/money/ledger/test-facts.ts'
import { startSouk, type Souk } from '../../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk({ databaseConnections: 16 })
})
afterAll(() => souk.stop())

const balances = (agentId: AgentId) =>
  souk.context.store.read((reader) => balancesOf(reader, { ...usd, agentId }))

type Result = 'posted' | 'replayed' | 'refused'

/** Runs the calls concurrently; only success and insufficient funds are allowed outcomes. */
function race(postings: readonly Posting[]): Promise<Result[]> {
  return Promise.all(
    postings.map((posting) =>
      posted(souk, posting).then(
        ({ replayed }: Posted): Result => (replayed ? 'replayed' : 'posted'),
        (error: unknown): Result => {
          if (error instanceof Failure && error.kind === 'insufficient-funds') return 'refused'
          throw error
        },
      ),
    ),
  )
}

const count = (results: readonly Result[], result: Result) =>
  results.filter((candidate) => candidate === result).length

/** All pairs, including each element with itself. */
function pairs<T>(things: readonly T[]): [T, T][] {
  return things.flatMap((left, index) => things.slice(index).map((right): [T, T] => [left, right]))
}

/** An agent with these earnings from one task. */
async function earner(amount: bigint): Promise<AgentId> {
  const trade = { ...newTrade(), amount, feeBps: 0 }
  await fund(souk, trade.clientId, amount)
  await posted(souk, hold(trade))
  await posted(souk, settle(trade))
  return trade.providerId
}

async function spender(amount: bigint): Promise<AgentId> {
  const agentId = newAgent()
  await fund(souk, agentId, amount)
  return agentId
}

interface Spending {
  readonly name: string
  readonly spend: (agentId: AgentId, amount: bigint) => Posting
}

const fromAvailable: Spending[] = [
  { name: 'hold', spend: (clientId, amount) => hold({ ...newTrade(), clientId, amount }) },
  {
    name: 'refundToCard',
    spend: (agentId, amount) =>
      refundToCard({
        ...usd,
        agentId,
        processor,
        paymentId: 'pay_x',
        refundId: newName('re'),
        amount,
        available: amount,
      }),
  },
]
const fromEarnings: Spending[] = [
  {
    name: 'payoutHold',
    spend: (agentId, amount) => payoutHold({ ...usd, agentId, payoutId: newName('pout'), amount }),
  },
  {
    name: 'convertEarnings',
    spend: (agentId, amount) => convertEarnings({ ...usd, agentId, requestId: newName('req'), amount }),
  },
]

describe('a balance', () => {
  it.each([
    ...pairs(fromAvailable).map(([left, right]) => ({
      pair: `${left.name} and ${right.name}`,
      left,
      right,
      rich: spender,
      kind: 'available' as const,
    })),
    ...pairs(fromEarnings).map(([left, right]) => ({
      pair: `${left.name} and ${right.name}`,
      left,
      right,
      rich: earner,
      kind: 'earnings' as const,
    })),
  ])('is spent by concurrent $pair exactly as often as it suffices', async ({ left, right, rich, kind }) => {
    const [price, affordable, callers] = [700n, 15, 60]
    const agentId = await rich(price * BigInt(affordable) + 699n)
    const spendings = Array.from({ length: callers }, (_, index) =>
      (index % 2 === 0 ? left : right).spend(agentId, price),
    )
    const results = await race(spendings)
    expect([count(results, 'posted'), count(results, 'refused')]).toEqual([affordable, callers - affordable])
    expect((await balances(agentId))[kind]).toBe(699n)
  })
})

type Trade = ReturnType<typeof newTrade> & { readonly amount: bigint }

interface Ending {
  readonly name: string
  readonly end: (trade: Trade) => Posting
}

const ofHeld: Ending[] = [
  { name: 'settle', end: settle },
  { name: 'release', end: returnHeld },
  { name: 'freeze', end: freeze },
]
const ofDispute: Ending[] = [
  { name: 'rule', end: (trade) => rule({ ...trade, toClient: 123n }) },
  { name: 'unfreeze', end: unfreeze },
]

describe('the money of a task', () => {
  it.each([
    ...pairs(ofHeld).map(([left, right]) => ({
      pair: `${left.name} and ${right.name}`,
      left,
      right,
      before: [hold],
    })),
    ...pairs(ofDispute).map(([left, right]) => ({
      pair: `${left.name} and ${right.name}`,
      left,
      right,
      before: [hold, freeze],
    })),
  ])('moves once when $pair run concurrently', async ({ left, right, before }) => {
    const trade = { ...newTrade(), amount: 999n }
    await fund(souk, trade.clientId, 999n)
    for (const recipe of before) await posted(souk, recipe(trade))
    const results = await race(
      Array.from({ length: 24 }, (_, index) => (index % 2 === 0 ? left : right).end(trade)),
    )
    expect(count(results, 'posted')).toBe(1)
    expect(count(results, 'replayed')).toBe(left === right ? 23 : 11)
  })

  it('moves once when sending and releasing a payout run concurrently', async () => {
    const agentId = await earner(500n)
    const payout = { ...usd, agentId, processor, payoutId: newName('pout'), amount: 500n }
    await posted(souk, payoutHold(payout))
    const results = await race(
      Array.from({ length: 24 }, (_, index) =>
        index % 2 === 0 ? payoutSent(payout) : payoutRelease(payout),
      ),
    )
    expect([count(results, 'posted'), count(results, 'replayed'), count(results, 'refused')]).toEqual([
      1, 11, 12,
    ])
  })
})

describe('amounts computed under a lock', () => {
  it('let a chargeback take the remaining balance despite concurrent spending', async () => {
    const agentId = await spender(1000n)
    const bank = {
      ...usd,
      agentId,
      processor,
      paymentId: 'pay_x',
      chargebackId: newName('dp'),
      amount: 900n,
      fee: 0n,
    }
    const charge = souk.context.store.write(async (tx) => {
      const { available } = await lockBalances(tx, { ...usd, agentId })
      return post(tx, chargeback({ ...bank, available }), { actor: 'system' })
    })
    const holds = Array.from({ length: 20 }, () => hold({ ...newTrade(), clientId: agentId, amount: 100n }))
    const [results] = await Promise.all([race(holds), charge])
    const { available, held, owed } = await balances(agentId)
    expect(held).toBe(BigInt(count(results, 'posted')) * 100n)
    expect(available + held - owed).toBe(100n)
    expect(available === 0n || owed === 0n).toBe(true)
  })

  it('limit concurrent payouts to eligible earnings', async () => {
    const agentId = await earner(1000n)
    const asks = Array.from({ length: 30 }, () =>
      souk.context.store.write(async (tx) => {
        const amount = await eligibleEarnings(tx, { ...usd, agentId }, 0)
        return post(tx, payoutHold({ ...usd, agentId, payoutId: newName('pout'), amount }), {
          actor: 'system',
        })
      }),
    )
    const results = await Promise.all(asks)
    expect(results.filter(({ postingId }) => postingId !== null)).toHaveLength(1)
    expect(await balances(agentId)).toMatchObject({ earnings: 0n, payoutPending: 1000n })
  })
})

describe('an idempotency key of a posting', () => {
  it.each([
    ['that spends', (trade: Trade) => hold(trade)],
    [
      'that opens a wallet',
      (trade: Trade) => topUp({ ...trade, agentId: newAgent(), processor, paymentId: newName('pay') }),
    ],
  ])('%s posts once when 50 callers use it concurrently', async (_what, make) => {
    const trade = { ...newTrade(), amount: 10n }
    await fund(souk, trade.clientId, 10n)
    const posting = make(trade)
    const results = await race(Array.from({ length: 50 }, () => posting))
    expect([count(results, 'posted'), count(results, 'replayed')]).toEqual([1, 49])
  })
})

describe('concurrent transfers in opposite directions', () => {
  it('do not deadlock', async () => {
    const agents = await Promise.all(Array.from({ length: 4 }, () => spender(10_000n)))
    let attempts = 0
    // Few enough that the last one gets a connection before its timeout on a slow machine.
    const moveCount = 300
    const moves = Array.from({ length: moveCount }, (_, index) => {
      const from = agents[index % 4] ?? newAgent()
      // Includes new agents: opening accounts must not deadlock either.
      const to =
        index % 10 === 0 ? newAgent() : (agents[(index + 1 + (Math.floor(index / 4) % 3)) % 4] ?? newAgent())
      const transfers = [[from, to, 7n] as const, [to, from, 5n] as const].map(([debit, credit, amount]) => ({
        debit: agentAccount(usd, 'available', debit),
        credit: agentAccount(usd, 'available', credit),
        amount,
      }))
      const posting: Posting = { key: newName('correct'), kind: 'correct', ref: 'x', transfers }
      return souk.context.store.write((tx) => {
        attempts += 1
        return post(tx, posting, { actor: 'system' })
      })
    })
    await Promise.all(moves)
    // A deadlock would show as a retry.
    expect(attempts).toBe(moveCount)
  })
})

describe('postings that open the same accounts', () => {
  it('do not deadlock whatever the order of accounts', async () => {
    let attempts = 0
    const open = async (agents: readonly AgentId[]) => {
      const transfers = agents.map((agentId) => ({
        debit: clearingAccount(usd, processor),
        credit: agentAccount(usd, 'available', agentId),
        amount: 1n,
      }))
      await souk.context.store.write((tx) => {
        attempts += 1
        return post(tx, { key: newName('top_up'), kind: 'top_up', ref: 'x', transfers }, { actor: 'system' })
      })
    }
    for (let round = 0; round < 15; round++) {
      const agents = Array.from({ length: 30 }, newAgent)
      await Promise.all([agents, agents.toReversed(), agents, agents.toReversed()].map(open))
    }
    expect(attempts).toBe(60)
  })
})

describe('the ledger', () => {
  it('reconciles after all races', async () => {
    const { checks } = await souk.context.store.read(reconcile)
    expect(checks.filter(({ violations }) => violations > 0)).toEqual([])
  })
})
