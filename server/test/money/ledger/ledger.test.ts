import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Failure } from '../../../src/failure.ts'
import {
  accountKinds,
  agentAccount,
  chart,
  type AgentId,
  type Denomination,
} from '../../../src/money/ledger/accounts.ts'
import { actorOf, post } from '../../../src/money/ledger/post.ts'
import type { Posting } from '../../../src/money/ledger/posting-types.ts'
import { balancesOf, findPosting } from '../../../src/money/ledger/queries.ts'
import {
  chargeback,
  chargebackWon,
  convertEarnings,
  correct,
  coverDebt,
  freeze,
  hold,
  holdEarnings,
  payoutHold,
  payoutRelease,
  payoutReturn,
  payoutSent,
  refundFailed,
  refundToCard,
  returnHeld,
  releaseEarnings,
  repay,
  rule,
  settle,
  topUp,
  topUpFee,
  unfreeze,
  writeOff,
} from '../../../src/money/ledger/recipes.ts'
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
import { startSouk, type Souk } from '../../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

const run = (...postings: Posting[]) =>
  souk.context.store.write(async (tx) => {
    for (const posting of postings) await post(tx, posting, { actor: 'system' })
  })

/** Nonzero balances. */
async function wallet(agentId: AgentId, money: Denomination = usd) {
  const balances = await souk.context.store.read((reader) => balancesOf(reader, { ...money, agentId }))
  return Object.fromEntries(Object.entries(balances).filter(([, balance]) => balance !== 0n))
}

async function platform(currency: string) {
  const balances = await souk.context.store.read((reader) => platformBalances(reader, 'sandbox'))
  return Object.fromEntries(
    balances.filter((row) => row.currency === currency).map(({ kind, balance }) => [kind, balance]),
  )
}

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: unknown) =>
      error instanceof Failure ? `${error.kind}: ${error.message}` : `error: ${String(error)}`,
  )

const postingCount = async (key: string) => {
  const rows = await souk.context.database
    .selectFrom('ledger_postings')
    .select('id')
    .where('key', '=', key)
    .execute()
  return rows.length
}

describe('a trade', () => {
  it('moves 100.00 in, 60.00 through a task with a fee of 5 %, and the earnings out', async () => {
    const money = { book: 'sandbox', currency: 'CHF' } as const
    const trade = { ...newTrade(money), amount: 6000n }
    const { clientId, providerId } = trade
    const payment = { ...money, processor, paymentId: newName('pay'), agentId: clientId }
    const payout = { ...money, processor, payoutId: newName('pout'), agentId: providerId, amount: 5700n }
    const steps: [Posting, object, object, object][] = [
      [topUp({ ...payment, amount: 10_000n }), { available: 10_000n }, {}, { processor_clearing: -10_000n }],
      [
        topUpFee({ ...payment, feeId: newName('txn'), amount: 320n }),
        { available: 10_000n },
        {},
        { processor_clearing: -9680n, processor_fees: -320n },
      ],
      [
        hold(trade),
        { available: 4000n, held: 6000n },
        {},
        { processor_clearing: -9680n, processor_fees: -320n },
      ],
      [
        settle(trade),
        { available: 4000n },
        { earnings: 5700n },
        { processor_clearing: -9680n, processor_fees: -320n, revenue: 300n },
      ],
      [
        payoutHold(payout),
        { available: 4000n },
        { payoutPending: 5700n },
        { processor_clearing: -9680n, processor_fees: -320n, revenue: 300n },
      ],
      [
        payoutSent(payout),
        { available: 4000n },
        {},
        { processor_clearing: -3980n, processor_fees: -320n, revenue: 300n },
      ],
    ]
    for (const [posting, client, provider, organization] of steps) {
      await run(posting)
      expect([await wallet(clientId, money), await wallet(providerId, money), await platform('CHF')]).toEqual(
        [client, provider, organization],
      )
    }
  })

  it.each([
    [0n, { available: 4000n }, { earnings: 5700n }],
    [2000n, { available: 6000n }, { earnings: 3800n }],
    [6000n, { available: 10_000n }, {}],
  ])(
    'that is disputed and ruled, %s to the client, is split to the cent',
    async (toClient, client, provider) => {
      const trade = { ...newTrade(), amount: 6000n }
      await fund(souk, trade.clientId, 10_000n)
      await run(hold(trade), freeze(trade))
      expect(await wallet(trade.clientId)).toEqual({ available: 4000n, held: 6000n })
      expect(await refusal(posted(souk, settle(trade)))).toContain('the held balance is USD 0.00')
      await run(rule({ ...trade, toClient }))
      expect([await wallet(trade.clientId), await wallet(trade.providerId)]).toEqual([client, provider])
    },
  )

  it('pays pending earnings while the client has a chargeback; they cover a debt or become payable', async () => {
    const trade = { ...newTrade(), amount: 6000n }
    const waiting = { ...usd, agentId: trade.providerId, taskId: trade.taskId, holdId: newName('ehd') }
    const bank = { ...usd, agentId: trade.clientId, processor, paymentId: newName('pay'), fee: 0n }
    await fund(souk, trade.clientId, 6000n)
    await run(hold(trade), settle(trade), holdEarnings({ ...waiting, amount: 5700n }))
    expect(await wallet(trade.providerId)).toEqual({ pending: 5700n })
    await run(chargeback({ ...bank, chargebackId: newName('dp'), amount: 1700n, available: 0n }))
    await run(coverDebt({ ...waiting, clientId: trade.clientId, amount: 1700n }))
    await run(releaseEarnings({ ...waiting, amount: 4000n }))
    expect([await wallet(trade.providerId), await wallet(trade.clientId)]).toEqual([{ earnings: 4000n }, {}])
  })

  it('whose dispute is withdrawn continues and can be released', async () => {
    const trade = { ...newTrade(), amount: 6000n }
    await fund(souk, trade.clientId, 6000n)
    await run(hold(trade), freeze(trade), unfreeze(trade), returnHeld(trade))
    expect([await wallet(trade.clientId), await wallet(trade.providerId)]).toEqual([{ available: 6000n }, {}])
  })

  it('posts nothing for the price 0', async () => {
    const trade = { ...newTrade(), amount: 0n }
    expect(await posted(souk, hold(trade))).toEqual({ postingId: null, replayed: false })
    expect(await postingCount(`hold:${trade.taskId}`)).toBe(0)
  })
})

describe('earnings', () => {
  it('are restored when a payout is refused or returned, and can be converted', async () => {
    const trade = { ...newTrade(), amount: 1000n, feeBps: 0 }
    const { providerId: agentId } = trade
    const payout = { ...usd, agentId, processor, amount: 400n }
    const [first, second] = [newName('pout'), newName('pout')]
    await fund(souk, trade.clientId, 1000n)
    await run(hold(trade), settle(trade))
    await run(payoutHold({ ...payout, payoutId: first }), payoutRelease({ ...payout, payoutId: first }))
    expect(await wallet(agentId)).toEqual({ earnings: 1000n })
    await run(payoutHold({ ...payout, payoutId: second }), payoutSent({ ...payout, payoutId: second }))
    expect(await wallet(agentId)).toEqual({ earnings: 600n })
    await run(payoutReturn({ ...payout, payoutId: second }))
    await run(convertEarnings({ ...usd, agentId, requestId: newName('req'), amount: 250n }))
    expect(await wallet(agentId)).toEqual({ available: 250n, earnings: 750n })
  })
})

describe('a card', () => {
  it('can be refunded, and a failed refund is reversed', async () => {
    const agentId = newAgent()
    const refund = { ...usd, agentId, processor, paymentId: 'pay_x', refundId: newName('re'), amount: 300n }
    await fund(souk, agentId, 1000n)
    await run(refundToCard({ ...refund, available: 1000n }))
    expect(await wallet(agentId)).toEqual({ available: 700n })
    await run(refundFailed({ ...refund, owed: 0n }))
    expect(await wallet(agentId)).toEqual({ available: 1000n })
  })

  it('leaves a debt when charged back, which new money repays or the operator writes off', async () => {
    const agentId = newAgent()
    const bank = { ...usd, agentId, processor, paymentId: newName('pay'), amount: 1000n }
    await fund(souk, agentId, 400n)
    await run(chargeback({ ...bank, chargebackId: newName('dp'), available: 400n, fee: 1500n }))
    expect(await wallet(agentId)).toEqual({ owed: 600n })
    await fund(souk, agentId, 250n)
    await run(repay({ ...usd, agentId, causeId: newName('pay'), available: 250n, owed: 600n }))
    expect(await wallet(agentId)).toEqual({ owed: 350n })
    await run(writeOff({ ...usd, agentId, writeOffId: newName('wo'), amount: 100n }))
    await run(chargebackWon({ ...bank, chargebackId: newName('dp'), owed: 250n }))
    expect(await wallet(agentId)).toEqual({ available: 750n })
  })
})

describe('post', () => {
  it('refuses an amount the balance does not cover and rolls back the transaction', async () => {
    const trade = newTrade()
    const marker = newName('marker')
    await fund(souk, trade.clientId, 5999n)
    const change = souk.context.store.write(async (tx) => {
      await tx.insertInto('settings').values({ name: marker, value: '', created_at: tx.now }).execute()
      await post(tx, hold({ ...trade, amount: 6000n }), { actor: 'system' })
    })
    await expect(change).rejects.toMatchObject({
      kind: 'insufficient-funds',
      message: 'This requires USD 60.00, but the available balance is USD 59.99.',
      hint: 'Top up the balance or move earnings to it, then try again.',
    })
    const { database } = souk.context
    expect(await database.selectFrom('settings').select('name').where('name', '=', marker).execute()).toEqual(
      [],
    )
    expect(await postingCount(`hold:${trade.taskId}`)).toBe(0)
    expect(await wallet(trade.clientId)).toEqual({ available: 5999n })
  })

  it.each([
    [
      'the earnings balance',
      (agentId: AgentId) => payoutHold({ ...usd, agentId, payoutId: newName('pout'), amount: 1n }),
    ],
    [
      'the pending payout balance',
      (agentId: AgentId) => payoutRelease({ ...usd, agentId, payoutId: newName('pout'), amount: 1n }),
    ],
    [
      'the disputed balance',
      (clientId: AgentId) => rule({ ...newTrade(), clientId, amount: 1n, toClient: 1n }),
    ],
  ])('reports that %s is insufficient', async (name, posting) => {
    expect(await refusal(posted(souk, posting(newAgent())))).toBe(
      `insufficient-funds: This requires USD 0.01, but ${name} is USD 0.00.`,
    )
  })

  it('returns the first posting for a repeated key, even after the money is spent', async () => {
    const trade = { ...newTrade(), amount: 500n }
    await fund(souk, trade.clientId, 500n)
    const first = await posted(souk, hold(trade))
    expect(first).toEqual({ postingId: expect.any(BigInt), replayed: false })
    expect(await posted(souk, hold(trade))).toEqual({ postingId: first.postingId, replayed: true })
    expect(await wallet(trade.clientId)).toEqual({ held: 500n })
  })

  it.each([
    ['another amount', { amount: 499n }],
    ['other accounts', { clientId: newAgent(), taskId: newName('task') }],
  ])('throws when a key is reused with %s', async (_difference, change) => {
    const trade = { ...newTrade(), amount: 500n }
    await fund(souk, trade.clientId, 1000n)
    const first = hold(trade)
    await run(first)
    const second = { ...hold({ ...trade, ...change }), key: first.key }
    expect(await refusal(posted(souk, second))).toBe(`error: error: ledger key reused: ${first.key}`)
  })

  it('separates books and currencies', async () => {
    const agentId = newAgent()
    await fund(souk, agentId, 1000n, { book: 'sandbox', currency: 'USD' })
    for (const money of [
      { book: 'live', currency: 'USD' },
      { book: 'sandbox', currency: 'EUR' },
    ] as const) {
      expect(await wallet(agentId, money)).toEqual({})
      const trade = { ...newTrade(money), clientId: agentId, amount: 1n }
      expect(await refusal(posted(souk, hold(trade)))).toContain('insufficient-funds')
    }
  })

  it.each([
    ['book', { book: 'live' as const }],
    ['currency', { currency: 'EUR' }],
  ])('throws for a transfer to another %s, in code and in the database', async (_what, change) => {
    const source = agentAccount(usd, 'available', newAgent())
    const target = { ...agentAccount(usd, 'available', newAgent()), ...change }
    const posting: Posting = {
      key: newName('correct'),
      kind: 'correct',
      ref: 'x',
      transfers: [{ debit: source, credit: target, amount: 1n }],
    }
    expect(await refusal(posted(souk, posting))).toContain('between books or currencies')
    const direct = sql`select ledger_post(${posting.key}, 'correct', 'x', 'system', now(),
      ${[source.book, target.book]}, ${[source.kind, target.kind]}, ${[source.owner, target.owner]},
      ${[source.wallet, target.wallet]}, ${[source.currency, target.currency]}, '{1}', '{2}', '{1}')`
    await expect(direct.execute(souk.context.database)).rejects.toThrow('between books or currencies')
  })

  it('throws for an account that was opened in another wallet, and for a debt repaid twice', async () => {
    const trade = { ...newTrade(), amount: 100n }
    await fund(souk, trade.clientId, 100n)
    await run(hold(trade))
    expect(await refusal(posted(souk, returnHeld({ ...trade, clientId: newAgent() })))).toContain(
      'of another wallet',
    )
    const agentId = trade.clientId
    const debt = writeOff({ ...usd, agentId, writeOffId: newName('wo'), amount: 1n })
    expect(await refusal(posted(souk, debt))).toContain('ledger_accounts_ceiling')
  })

  it('is reversed by its correction exactly once', async () => {
    const trade = { ...newTrade(), amount: 1000n }
    await fund(souk, trade.clientId, 1000n)
    await run(hold(trade), settle(trade))
    const settlement = await souk.context.store.read((reader) =>
      findPosting(reader, `settle:${trade.taskId}`),
    )
    if (settlement === undefined) throw new Error('the posting is gone')
    expect(settlement).toEqual(settle(trade))
    expect((await posted(souk, correct(settlement))).replayed).toBe(false)
    expect((await posted(souk, correct(settlement))).replayed).toBe(true)
    expect([await wallet(trade.clientId), await wallet(trade.providerId)]).toEqual([{ held: 1000n }, {}])
  })

  it('records actor and time', async () => {
    const [agentId, paymentId] = [newAgent(), newName('pay')]
    const actor = actorOf({ kind: 'key', keyId: 'key_1' })
    await souk.context.store.write((tx) =>
      post(tx, topUp({ ...usd, agentId, processor, paymentId, amount: 5n }), { actor }),
    )
    const row = await souk.context.database
      .selectFrom('ledger_postings')
      .select(['kind', 'ref', 'actor', 'created_at'])
      .where('ref', '=', paymentId)
      .executeTakeFirst()
    expect(row).toEqual({ kind: 'top_up', ref: paymentId, actor: 'key_1', created_at: souk.clock.now() })
  })
})

describe('the history', () => {
  it.each([
    ['update ledger_postings set key = key', 'append-only'],
    ['delete from ledger_postings', 'append-only'],
    ['truncate ledger_postings cascade', 'append-only'],
    ['update ledger_transfers set amount = 1', 'append-only'],
    ['delete from ledger_transfers', 'append-only'],
    ['truncate ledger_transfers cascade', 'append-only'],
    [`set local ledger.posting = 'on'; update ledger_accounts set owner = owner`, 'append-only'],
    [`set local ledger.posting = 'on'; update ledger_accounts set floor = -5`, 'append-only'],
    ['delete from ledger_accounts', 'append-only'],
    ['truncate ledger_accounts cascade', 'append-only'],
    ['update ledger_accounts set balance = balance + 1', 'written by ledger_post only'],
    ['update ledger_accounts set seq = seq + 1', 'written by ledger_post only'],
    [
      `insert into ledger_postings (key, kind, ref, actor, legs_hash, created_at) values ('k', 'hold', 'r', 'a', '', now())`,
      'written by ledger_post only',
    ],
    [
      `insert into ledger_transfers (posting_id, leg, debit_account_id, credit_account_id, debit_wallet, credit_wallet, amount, created_at) values (1, 9, 1, 2, 'a', 'b', 5, now())`,
      'written by ledger_post only',
    ],
    [
      `insert into ledger_accounts (book, kind, owner, wallet, currency, created_at) values ('live', 'available', 'a', 'a', 'USD', now())`,
      'written by ledger_post only',
    ],
  ])('refuses: %s', async (statement, reason) => {
    await fund(souk, newAgent(), 1n)
    await expect(sql.raw(statement).execute(souk.context.database)).rejects.toThrow(reason)
    // The permission is limited to the posting function, so it must not outlast a posting in the same transaction.
    const afterwards = souk.context.store.write(async (tx) => {
      await post(
        tx,
        topUp({ ...usd, agentId: newAgent(), processor, paymentId: newName('pay'), amount: 1n }),
        { actor: 'system' },
      )
      await sql.raw(statement).execute(tx)
    })
    await expect(afterwards).rejects.toThrow(reason)
  })
})

describe('the chart of accounts', () => {
  it('is the same in code and database', async () => {
    const amountMax = 9_007_199_254_740_991n
    const { rows } = await sql<{ kind: string; mode: string; floor: bigint; ceiling: bigint }>`
      select distinct kind, mode, floor, ceiling from ledger_accounts`.execute(souk.context.database)
    const used = accountKinds.filter((kind) => kind !== 'suspense')
    expect(rows.toSorted((left, right) => (left.kind < right.kind ? -1 : 1))).toEqual(
      used.toSorted().map((kind) => {
        const { mode, floor, ceiling } = chart[kind]
        return { kind, mode, floor: floor ?? -amountMax, ceiling: ceiling ?? amountMax }
      }),
    )
  })

  it.each([
    ['a kind', { kind: 'gold' }],
    ['a book', { book: 'real' }],
    ['a currency', { currency: 'usd' }],
    ['an owner', { owner: '' }],
  ])('allows no other %s', async (_what, change) => {
    const { book, kind, owner, currency } = { ...agentAccount(usd, 'available', newAgent()), ...change }
    const opening = sql`select ledger_post(${newName('x')}, 'top_up', 'x', 'system', now(), ${['sandbox', book]},
      ${['revenue', kind]}, ${['platform', owner]}, ${['platform', owner]}, ${['USD', currency]}, '{1}', '{2}', '{1}')`
    await expect(opening.execute(souk.context.database)).rejects.toThrow(
      /not a ledger account|case not found/,
    )
  })
})
