import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { post } from '../../../src/money/ledger/post.ts'
import { eligibleEarnings } from '../../../src/money/ledger/cleared-queries.ts'
import { lockBalances } from '../../../src/money/ledger/queries.ts'
import { freeze, hold, rule } from '../../../src/money/ledger/recipes.ts'
import { fund, newAgent, newTrade, posted, usd } from '../../../src/money/ledger/test-facts.ts'
import { day } from '../../../src/lib/clock.ts'
import { startSouk, type Souk } from '../../fixtures/harness.ts'
import { lockWaiters } from '../../fixtures/database/lock-waiters.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

describe('a posting blocked by an account lock', () => {
  it('is ordered after the posting it waited for, in postings and history', async () => {
    const clientId = newAgent()
    await fund(souk, clientId, 100n)
    const spend = (amount: bigint) => hold({ ...newTrade(), clientId, amount })
    let waiting: Promise<unknown> | undefined
    await souk.context.store.write(async (tx) => {
      await lockBalances(tx, { ...usd, agentId: clientId })
      waiting = posted(souk, spend(2n))
      await expect.poll(() => lockWaiters(souk.context.database)).not.toEqual([])
      await post(tx, spend(1n), { actor: 'system' })
    })
    await waiting
    const { rows } = await sql<{ amount: bigint; debit_seq: bigint }>`
      select amount, debit_seq from ledger_transfers where debit_wallet = ${clientId} order by posting_id`.execute(
      souk.context.database,
    )
    expect(rows).toEqual([
      { amount: 1n, debit_seq: 2n },
      { amount: 2n, debit_seq: 3n },
    ])
  })
})

describe('earnings awarded by a ruling', () => {
  it('are subject to the holding period', async () => {
    const trade = { ...newTrade(), amount: 100n, feeBps: 0 }
    await fund(souk, trade.clientId, 100n)
    for (const posting of [hold(trade), freeze(trade), rule({ ...trade, toClient: 40n })]) {
      await posted(souk, posting)
    }
    const eligible = () =>
      souk.context.store.write((tx) => eligibleEarnings(tx, { ...usd, agentId: trade.providerId }, 7 * day))
    expect(await eligible()).toBe(0n)
    souk.clock.advance(7 * day + 1)
    expect(await eligible()).toBe(60n)
  })
})
