import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AgentId, Book } from '../../../src/money/ledger/accounts.ts'
import {
  activityOf,
  positionOf,
  type ActivityFilter,
  type Line,
} from '../../../src/money/ledger/activity-queries.ts'
import { post } from '../../../src/money/ledger/post.ts'
import { eligibleEarnings } from '../../../src/money/ledger/cleared-queries.ts'
import { balancesOf, lockBalances } from '../../../src/money/ledger/queries.ts'
import {
  convertEarnings,
  freeze,
  hold,
  payoutHold,
  payoutReturn,
  payoutSent,
  returnHeld,
  rule,
  settle,
  topUp,
} from '../../../src/money/ledger/recipes.ts'
import { rollUp } from '../../../src/money/ledger/roll-up.ts'
import { platformBalances } from '../../../src/money/ledger/roll-up-queries.ts'
import {
  fund,
  newAgent,
  newName,
  newTrade,
  posted,
  processor,
  usd,
} from '../../../src/money/ledger/test-facts.ts'
import { day, hour } from '../../../src/lib/clock.ts'
import { startSouk, type Souk } from '../../fixtures/harness.ts'
import { lockWaiters } from '../../fixtures/database/lock-waiters.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const page = (limit: number, after: Line | null = null) => ({
  limit,
  after: after === null ? null : positionOf(after),
})

const activity = (wallet: string, filter: ActivityFilter = {}, limit = 100, after: Line | null = null) =>
  souk.context.store.read((reader) =>
    activityOf(reader, { book: 'sandbox', wallet }, filter, page(limit, after)),
  )

const summarize = ({ kind, balance, amount, balanceAfter }: Line) =>
  `${kind} ${balance} ${amount} → ${balanceAfter}`

/** Completes and pays a task for the agent. */
async function earn(providerId: AgentId, amount: bigint): Promise<void> {
  const trade = { ...newTrade(), providerId, amount, feeBps: 0 }
  await fund(souk, trade.clientId, amount)
  await posted(souk, hold(trade))
  await posted(souk, settle(trade))
}

describe('balancesOf', () => {
  it('returns the balances of an agent, including held funds', async () => {
    const agentId = newAgent()
    const [first, second, third] = [newTrade(), newTrade(), newTrade()].map((trade) => ({
      ...trade,
      clientId: agentId,
    }))
    if (first === undefined || second === undefined || third === undefined) throw new Error('no trades')
    await fund(souk, agentId, 1000n)
    await posted(souk, hold({ ...first, amount: 100n }))
    await posted(souk, hold({ ...second, amount: 200n }))
    await posted(souk, freeze({ ...second, amount: 200n }))
    await posted(souk, hold({ ...third, amount: 300n }))
    await posted(souk, returnHeld({ ...third, amount: 300n }))
    const balances = await souk.context.store.read((reader) => balancesOf(reader, { ...usd, agentId }))
    expect(balances).toEqual({
      available: 700n,
      held: 300n,
      earnings: 0n,
      pending: 0n,
      payoutPending: 0n,
      owed: 0n,
    })
  })

  it('returns zeros for an agent without accounts', async () => {
    const balances = await souk.context.store.read((reader) =>
      balancesOf(reader, { ...usd, agentId: newAgent() }),
    )
    expect(balances).toEqual({
      available: 0n,
      held: 0n,
      earnings: 0n,
      pending: 0n,
      payoutPending: 0n,
      owed: 0n,
    })
  })
})

describe('lockBalances', () => {
  it('blocks spending until the transaction ends', async () => {
    const trade = { ...newTrade(), amount: 100n }
    const wallet = { ...usd, agentId: trade.clientId }
    await fund(souk, trade.clientId, 100n)
    const order: string[] = []
    let spending: Promise<unknown> | undefined
    await souk.context.store.write(async (tx) => {
      expect((await lockBalances(tx, wallet)).available).toBe(100n)
      spending = posted(souk, hold(trade)).then(() => order.push('spent'))
      // The other transaction reports the lock timeout before it can spend.
      await expect.poll(() => lockWaiters(souk.context.database)).not.toEqual([])
      order.push('unlocked')
    })
    await spending
    expect(order).toEqual(['unlocked', 'spent'])
  })
})

describe('activityOf', () => {
  it('lists what a client spent, newest first', async () => {
    const trade = { ...newTrade(), amount: 6000n }
    await fund(souk, trade.clientId, 10_000n)
    await posted(souk, hold(trade))
    await posted(souk, freeze(trade))
    await posted(souk, rule({ ...trade, toClient: 1000n }))
    const lines = await activity(trade.clientId)
    expect(lines.map(summarize)).toEqual([
      'rule dispute -250 → 0',
      'rule dispute -4750 → 250',
      'rule available 1000 → 5000',
      'rule dispute -1000 → 5000',
      'freeze dispute 6000 → 6000',
      'freeze held -6000 → 0',
      'hold held 6000 → 6000',
      'hold available -6000 → 4000',
      'top_up available 10000 → 10000',
    ])
    expect(lines.map(({ counterparty }) => counterparty)).toEqual([
      'platform',
      trade.providerId,
      ...Array.from({ length: 6 }, () => trade.clientId),
      processor,
    ])
    expect(lines[1]).toMatchObject({
      ref: trade.taskId,
      owner: trade.taskId,
      counterBalance: 'earnings',
      currency: 'USD',
      at: souk.clock.now(),
    })
  })

  it('names the paying client to a provider', async () => {
    const trade = { ...newTrade(), amount: 100n }
    await fund(souk, trade.clientId, 100n)
    await posted(souk, hold(trade))
    await posted(souk, settle(trade))
    const lines = await activity(trade.providerId)
    expect(lines.map(summarize)).toEqual(['settle earnings 95 → 95'])
    expect(lines[0]).toMatchObject({ counterparty: trade.clientId, ref: trade.taskId })
  })

  it('returns each line once for every page size', async () => {
    const agentId = newAgent()
    await fund(souk, agentId, 1000n)
    for (let n = 0; n < 8; n++) {
      const trade = { ...newTrade(), clientId: agentId, amount: 10n }
      await posted(souk, hold(trade))
      await posted(souk, n % 2 === 0 ? settle({ ...trade, feeBps: 1000 }) : returnHeld(trade))
    }
    const all = (await activity(agentId)).map(summarize)
    expect(all).toHaveLength(1 + 8 * 2 + 4 * 2 + 4 * 2)
    for (const limit of [1, 2, 3, 7]) {
      const seen: Line[] = []
      for (let last: Line | null = null; ;) {
        const lines: Line[] = await activity(agentId, {}, limit, last)
        seen.push(...lines.slice(0, limit))
        if (lines.length <= limit) break
        last = lines[limit - 1] ?? null
      }
      expect(seen.map(summarize)).toEqual(all)
    }
  })

  it('filters by kind, currency and time', async () => {
    const agentId = newAgent()
    const start = souk.clock.now()
    const euro = { book: 'sandbox', currency: 'EUR' } as const
    await fund(souk, agentId, 1n)
    souk.clock.advance(3 * day)
    const middle = souk.clock.now()
    await fund(souk, agentId, 2n)
    await fund(souk, agentId, 4n, euro)
    await posted(souk, hold({ ...newTrade(), clientId: agentId, amount: 3n }))
    souk.clock.advance(2 * hour)
    await fund(souk, agentId, 8n)
    const amounts = async (filter: ActivityFilter) =>
      (await activity(agentId, filter)).map(({ amount }) => amount)
    expect(await amounts({})).toEqual([8n, 3n, -3n, 4n, 2n, 1n])
    expect(await amounts({ kinds: ['hold'] })).toEqual([3n, -3n])
    expect(await amounts({ kinds: ['hold', 'settle'], currency: 'EUR' })).toEqual([])
    expect(await amounts({ currency: 'EUR' })).toEqual([4n])
    expect(await amounts({ from: middle })).toEqual([8n, 3n, -3n, 4n, 2n])
    expect(await amounts({ from: souk.clock.now() })).toEqual([8n])
    expect(await amounts({ to: middle })).toEqual([1n])
    expect(await amounts({ from: middle, to: souk.clock.now() })).toEqual([3n, -3n, 4n, 2n])
    expect(await amounts({ from: start })).toHaveLength(6)
  })

  it('does not mix books', async () => {
    const agentId = newAgent()
    await fund(souk, agentId, 7n, { book: 'live', currency: 'USD' })
    const lines = (book: Book) =>
      souk.context.store.read((reader) => activityOf(reader, { book, wallet: agentId }, {}, page(10)))
    expect([await lines('sandbox'), (await lines('live')).map(summarize)]).toEqual([
      [],
      ['top_up available 7 → 7'],
    ])
  })

  it('shows consistent running balances after concurrent postings', async () => {
    const agentId = newAgent()
    await fund(souk, agentId, 100n)
    await Promise.all(
      Array.from({ length: 40 }, () => posted(souk, hold({ ...newTrade(), clientId: agentId, amount: 1n }))),
    )
    const lines = (await activity(agentId)).filter(({ balance }) => balance === 'available')
    expect(lines.map(({ balanceAfter }) => balanceAfter)).toEqual(
      Array.from({ length: 41 }, (_, index) => BigInt(60 + index)),
    )
  })
})

describe('eligibleEarnings', () => {
  const eligible = (agentId: AgentId, holdMs: number) =>
    souk.context.store.write((tx) => eligibleEarnings(tx, { ...usd, agentId }, holdMs))

  it('excludes earnings within the holding period', async () => {
    const agentId = newAgent()
    await earn(agentId, 100n)
    souk.clock.advance(5 * day)
    await earn(agentId, 40n)
    expect([await eligible(agentId, 0), await eligible(agentId, 7 * day)]).toEqual([140n, 0n])
    souk.clock.advance(2 * day + hour)
    expect(await eligible(agentId, 7 * day)).toBe(100n)
    await posted(souk, payoutHold({ ...usd, agentId, payoutId: newName('pout'), amount: 100n }))
    expect(await eligible(agentId, 7 * day)).toBe(0n)
    souk.clock.advance(5 * day)
    expect(await eligible(agentId, 7 * day)).toBe(40n)
  })

  it('does not hold a returned payout again and is never negative', async () => {
    const agentId = newAgent()
    await earn(agentId, 100n)
    souk.clock.advance(8 * day)
    const payout = { ...usd, agentId, processor, payoutId: newName('pout'), amount: 100n }
    await posted(souk, payoutHold(payout))
    await posted(souk, payoutSent(payout))
    await posted(souk, payoutReturn(payout))
    expect(await eligible(agentId, 7 * day)).toBe(100n)
    await earn(agentId, 50n)
    await posted(souk, convertEarnings({ ...usd, agentId, requestId: newName('req'), amount: 120n }))
    expect(await eligible(agentId, 7 * day)).toBe(0n)
  })
})

describe('rollUp', () => {
  const yen = { book: 'test', currency: 'JPY' } as const
  const clearing = async () => {
    const balances = await souk.context.store.read((reader) => platformBalances(reader, 'test'))
    return balances.find(({ kind }) => kind === 'processor_clearing')?.balance
  }

  it('changes no balance', async () => {
    await fund(souk, newAgent(), 5n, yen)
    expect(await clearing()).toBe(-5n)
    await rollUp(souk.context)
    expect(await clearing()).toBe(-5n)
    await fund(souk, newAgent(), 7n, yen)
    expect(await clearing()).toBe(-12n)
    await Promise.all([
      ...Array.from({ length: 60 }, () => fund(souk, newAgent(), 1n, yen)),
      ...Array.from({ length: 20 }, () => rollUp(souk.context)),
    ])
    expect(await clearing()).toBe(-72n)
  })

  it('includes a transaction that starts before it and commits after it', async () => {
    const before = (await clearing()) ?? 0n
    await souk.context.store.write(async (tx) => {
      const paymentId = newName('pay')
      await post(tx, topUp({ ...yen, agentId: newAgent(), processor, paymentId, amount: 100n }), {
        actor: 'system',
      })
      await fund(souk, newAgent(), 10n, yen)
      await rollUp(souk.context)
      await fund(souk, newAgent(), 1n, yen)
      expect(await clearing()).toBe(before - 11n)
    })
    expect(await clearing()).toBe(before - 111n)
    await rollUp(souk.context)
    expect(await clearing()).toBe(before - 111n)
  })

  it('restarts in a restored database whose transaction ids are lower', async () => {
    const before = (await clearing()) ?? 0n
    await sql`update ledger_rollups set upto = '9000000000000', balance = 1`.execute(souk.context.database)
    expect(await clearing()).toBe(before)
    await rollUp(souk.context)
    await fund(souk, newAgent(), 1n, yen)
    expect(await clearing()).toBe(before - 1n)
  })
})
