import { sql } from 'kysely'
import type { Phase } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../../../src/db/transact.ts'
import {
  agentAccount,
  clearingAccount,
  platformAccount,
  taskAccount,
  type Account,
  type Book,
} from '../../../src/money/ledger/accounts.ts'
import { post } from '../../../src/money/ledger/post.ts'
import type { PostingKind } from '../../../src/money/ledger/posting-types.ts'
import {
  chargeback,
  freeze,
  hold,
  payoutHold,
  payoutReturn,
  payoutSent,
  refundToCard,
  returnHeld,
} from '../../../src/money/ledger/recipes.ts'
import { checks, reconcile, type CheckResult } from '../../../src/money/ledger/reconcile.ts'
import { newAgent, newName, processor, usd } from '../../../src/money/ledger/test-facts.ts'
import { open, paid, postEveryRecipe, fundedAgent, settled } from '../../fixtures/money/every-recipe.ts'
import { startSouk, type Souk } from '../../fixtures/harness.ts'
import { insertInconsistentTask } from '../../fixtures/hostile/inconsistent-task.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
  await postEveryRecipe(souk)
})
afterAll(() => souk.stop())

interface Transfers {
  kind: PostingKind
  ref: string
  legs: [Account, Account, bigint][]
}

/** Postings that a bug in the calling code could create. */
const wrongly = (tx: Tx, { kind, ref, legs }: Transfers) =>
  post(
    tx,
    {
      key: newName(kind),
      kind,
      ref,
      transfers: legs.map(([debit, credit, amount]) => ({ debit, credit, amount })),
    },
    { actor: 'system' },
  )

/** Changes that a database superuser could make. */
async function tamper(tx: Tx, ...statements: string[]): Promise<void> {
  for (const table of ['ledger_accounts', 'ledger_postings', 'ledger_transfers']) {
    await sql`alter table ${sql.table(table)} disable trigger all`.execute(tx)
  }
  await sql`alter table ledger_accounts drop constraint ledger_accounts_floor`.execute(tx)
  await sql`alter table ledger_postings drop constraint ledger_postings_key_key`.execute(tx)
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

/** A row for the open task with held funds of 520. */
const taskRow = (tx: Tx, phase: Phase, held: bigint, book: Book = usd.book) =>
  insertInconsistentTask(tx, { taskId: open.taskId, phase, held, book, currency: usd.currency })

const accountOfAgent = (kind: 'available' | 'earnings' | 'payout_pending') =>
  agentAccount(usd, kind, fundedAgent)
const available = `kind = 'available' and owner = '${fundedAgent}'`
const first = `(posting_id, leg) = (select posting_id, leg from ledger_transfers where debit_seq > 1 order by 1, 2 limit 1)`

async function insertEmptyInvoice(tx: Tx): Promise<void> {
  await sql`insert into invoice_series values (${usd.book}, 'invoice', 1)`.execute(tx)
  await sql`insert into invoices (id, book, kind, number, label, month, owner_id, owner_name, currency, amount,
      line_count, seller, issued_at)
    values ('fiv_x', ${usd.book}, 'invoice', 1, 'INV-000001', '2026-11', 'usr_x', 'x', 'USD', 1, 1, '{}', now())`.execute(
    tx,
  )
}

const corruptions: [string, string, (tx: Tx) => Promise<unknown>][] = [
  [
    'books-balance',
    'a balance is raised',
    (tx) => tamper(tx, `update ledger_accounts set balance = balance + 1 where ${available}`),
  ],
  [
    'books-balance',
    'a roll-up is lowered',
    (tx) => tamper(tx, `update ledger_rollups set balance = balance - 1 where balance <> 0`),
  ],
  [
    'within-bounds',
    'a balance is below its floor',
    (tx) => tamper(tx, `update ledger_accounts set balance = -1 where ${available}`),
  ],
  [
    'within-bounds',
    'a balance was below its floor',
    (tx) => tamper(tx, `update ledger_transfers set debit_balance = -1 where ${first}`),
  ],
  [
    'balances-add-up',
    'a cent moves without a transfer',
    (tx) =>
      tamper(
        tx,
        `update ledger_accounts set balance = balance + case kind when 'available' then 1 else -1 end where owner = '${fundedAgent}' and kind in ('available', 'earnings')`,
      ),
  ],
  [
    'balances-add-up',
    'a roll-up is wrong',
    (tx) => tamper(tx, `update ledger_rollups set balance = balance + 1`),
  ],
  [
    'balances-add-up',
    'a number is skipped',
    (tx) => tamper(tx, `update ledger_accounts set seq = seq + 1 where ${available}`),
  ],
  [
    'history-chains',
    'a number is missing',
    (tx) => tamper(tx, `update ledger_transfers set debit_seq = debit_seq + 1000 where ${first}`),
  ],
  [
    'history-chains',
    'a running balance is wrong',
    (tx) => tamper(tx, `update ledger_transfers set debit_balance = debit_balance + 1 where ${first}`),
  ],
  [
    'keys-once',
    'a posting is copied',
    (tx) =>
      tamper(
        tx,
        `insert into ledger_postings (key, kind, ref, actor, legs_hash, created_at) select key, kind, ref, actor, legs_hash, created_at from ledger_postings limit 1`,
      ),
  ],
  [
    'postings-unaltered',
    'an amount is changed',
    (tx) => tamper(tx, `update ledger_transfers set amount = amount + 1 where ${first}`),
  ],
  [
    'postings-unaltered',
    'an account is changed',
    (tx) =>
      tamper(tx, `update ledger_transfers set credit_account_id = credit_account_id + 1 where ${first}`),
  ],
  [
    'postings-unaltered',
    'a transfer is removed',
    (tx) => tamper(tx, `delete from ledger_transfers where ${first}`),
  ],
  [
    'postings-unaltered',
    'a posting is removed',
    (tx) => tamper(tx, `delete from ledger_postings where key = 'hold:${open.taskId}'`),
  ],
  [
    'books-apart',
    'an account changes its book',
    (tx) => tamper(tx, `update ledger_accounts set book = 'live' where ${available}`),
  ],
  [
    'books-apart',
    'an account changes its currency',
    (tx) => tamper(tx, `update ledger_accounts set currency = 'EUR' where ${available}`),
  ],
  [
    'books-apart',
    'a line moves to another statement',
    (tx) => tamper(tx, `update ledger_transfers set debit_wallet = 'agt_x' where ${first}`),
  ],
  [
    'history-guarded',
    'a trigger is off',
    (tx) => sql`alter table ledger_transfers disable trigger ledger_transfers_immutable`.execute(tx),
  ],
  [
    'history-guarded',
    'a trigger is gone',
    (tx) => sql`drop trigger ledger_accounts_guarded on ledger_accounts`.execute(tx),
  ],
  [
    'task-funds-held',
    'a settled task holds money',
    (tx) => post(tx, hold({ ...settled, amount: 5n, part: 9 }), { actor: 'system' }),
  ],
  [
    'task-funds-held',
    'a task pays before its end',
    (tx) =>
      wrongly(tx, {
        kind: 'convert',
        ref: open.taskId,
        legs: [[taskAccount(usd, 'held', open), accountOfAgent('earnings'), 5n]],
      }),
  ],
  [
    'tasks-conserve',
    'a task pays a payout',
    (tx) =>
      wrongly(tx, {
        kind: 'settle',
        ref: open.taskId,
        legs: [[taskAccount(usd, 'held', open), accountOfAgent('payout_pending'), 520n]],
      }),
  ],
  [
    'tasks-conserve',
    'another agent gets the refund',
    (tx) =>
      wrongly(tx, {
        kind: 'release',
        ref: open.taskId,
        legs: [[taskAccount(usd, 'held', open), agentAccount(usd, 'available', newAgent()), 520n]],
      }),
  ],
  [
    'fees-bounded',
    'a fee is taken at the award',
    (tx) =>
      wrongly(tx, {
        kind: 'hold',
        ref: open.taskId,
        legs: [[accountOfAgent('available'), platformAccount(usd, 'revenue'), 1n]],
      }),
  ],
  [
    'fees-bounded',
    'a fee is more than the price',
    (tx) =>
      wrongly(tx, {
        kind: 'settle',
        ref: settled.taskId,
        legs: [[accountOfAgent('available'), platformAccount(usd, 'revenue'), 401n]],
      }),
  ],
  [
    'payouts-earned',
    'topped-up money is paid out',
    async (tx) => {
      const payout = { ...usd, agentId: fundedAgent, processor, payoutId: newName('pout'), amount: 2000n }
      await wrongly(tx, {
        kind: 'convert',
        ref: 'x',
        legs: [[accountOfAgent('available'), accountOfAgent('earnings'), 2000n]],
      })
      await post(tx, payoutHold(payout), { actor: 'system' })
      await post(tx, payoutSent(payout), { actor: 'system' })
    },
  ],
  [
    'payouts-once',
    'a payout is sent twice',
    async (tx) => {
      await post(tx, payoutHold({ ...paid, payoutId: newName('pout') }), { actor: 'system' })
      await wrongly(tx, {
        kind: 'payout_sent',
        ref: paid.payoutId,
        legs: [[accountOfAgent('payout_pending'), clearingAccount(usd, processor), 100n]],
      })
    },
  ],
  [
    'payouts-once',
    'a payout returns twice',
    async (tx) => {
      await post(tx, payoutReturn(paid), { actor: 'system' })
      await wrongly(tx, {
        kind: 'payout_return',
        ref: paid.payoutId,
        legs: [[clearingAccount(usd, processor), accountOfAgent('earnings'), 100n]],
      })
    },
  ],
  [
    'debts-last',
    'a chargeback makes a debt while money is there',
    (tx) =>
      post(
        tx,
        chargeback({
          ...usd,
          agentId: fundedAgent,
          processor,
          paymentId: 'pay_x',
          chargebackId: 'dp_x',
          amount: 50n,
          available: 10n,
          fee: 0n,
        }),
        { actor: 'system' },
      ),
  ],
  [
    'debts-last',
    'a refund makes a debt while money is there',
    (tx) => {
      const refund = { ...usd, agentId: fundedAgent, processor, paymentId: 'pay_x', refundId: 're_x' }
      return post(tx, refundToCard({ ...refund, amount: 50n, available: 10n }), { actor: 'system' })
    },
  ],
  [
    'suspense-empty',
    'a movement is unexplained',
    (tx) =>
      wrongly(tx, {
        kind: 'correct',
        ref: 'x',
        legs: [[clearingAccount(usd, processor), platformAccount(usd, 'suspense'), 1n]],
      }),
  ],
  [
    'invoices-numbered',
    'a number is missing',
    (tx) => sql`insert into invoice_series values ('test', 'invoice', 1)`.execute(tx),
  ],
  ['invoices-add-up', 'an invoice has no lines', insertEmptyInvoice],
  [
    'fees-invoiced',
    'a fee of an invoiced month is on no invoice',
    (tx) =>
      sql`insert into invoice_periods values (${usd.book}, '2099-12', pg_snapshot_xmin(pg_current_snapshot()), now())`.execute(
        tx,
      ),
  ],
  ['tasks-agree', 'a task says less than is held', (tx) => taskRow(tx, 'working', 519n)],
  ['tasks-agree', 'a task says more than is held', (tx) => taskRow(tx, 'requested', 521n)],
  ['tasks-agree', 'a dispute froze nothing', (tx) => taskRow(tx, 'disputed', 520n)],
  [
    'tasks-agree',
    'frozen funds have no dispute',
    async (tx) => {
      await post(tx, freeze({ ...open, amount: 520n, disputeId: open.taskId }), { actor: 'system' })
      await taskRow(tx, 'working', 520n)
    },
  ],
  ['tasks-agree', 'an ended task has funds', (tx) => taskRow(tx, 'completed', 0n)],
  [
    'tasks-agree',
    'an ended task says it has funds',
    async (tx) => {
      await post(tx, returnHeld({ ...open, amount: 520n }), { actor: 'system' })
      await taskRow(tx, 'completed', 5n)
    },
  ],
  ['tasks-agree', 'the funds are in another book', (tx) => taskRow(tx, 'working', 0n, 'live')],
  [
    'holds-agree',
    'earnings are pending without a hold',
    (tx) =>
      wrongly(tx, {
        kind: 'earnings_hold',
        ref: settled.taskId,
        legs: [[accountOfAgent('earnings'), agentAccount(usd, 'earnings_pending', fundedAgent), 5n]],
      }),
  ],
]

/** Rows that agree with the ledger, so that the check is also seen to pass. */
const agreements: [string, (tx: Tx) => Promise<unknown>][] = [
  ['while funds are held', (tx) => taskRow(tx, 'working', 520n)],
  [
    'while they are frozen',
    async (tx) => {
      await post(tx, freeze({ ...open, amount: 520n, disputeId: open.taskId }), { actor: 'system' })
      await taskRow(tx, 'disputed', 520n)
    },
  ],
  [
    'after they were returned',
    async (tx) => {
      await post(tx, returnHeld({ ...open, amount: 520n }), { actor: 'system' })
      await taskRow(tx, 'completed', 0n)
    },
  ],
]

class Undo extends Error {}

/** Failed checks after a change, which is rolled back. */
async function checkAfter(change: (tx: Tx) => Promise<unknown>): Promise<readonly CheckResult[]> {
  let results: readonly CheckResult[] = []
  const changed = souk.context.store.write(async (tx) => {
    await change(tx)
    results = (await reconcile(tx)).checks
    throw new Undo()
  })
  await expect(changed).rejects.toThrow(Undo)
  return results
}

describe('reconcile', () => {
  it('reports nothing for a ledger written by recipes', async () => {
    const { checks: results } = await souk.context.store.read(reconcile)
    expect(results.filter(({ violations }) => violations > 0)).toEqual([])
  })

  it.each(agreements)('reports nothing for a task that agrees with the ledger %s', async (_when, change) => {
    const found = await checkAfter(change)
    expect(found.filter(({ violations }) => violations > 0)).toEqual([])
  })

  it.each(corruptions)('%s: detects that %s', async (name, _what, corrupt) => {
    const none: Pick<CheckResult, 'violations' | 'sample'> = { violations: 0, sample: [] }
    const found = (await checkAfter(corrupt)).find((check) => check.name === name) ?? none
    expect(found.violations).toBeGreaterThan(0)
    expect(found.sample.length).toBe(Math.min(found.violations, 5))
  })

  it('has a failing case for every check', () => {
    expect(checks.map(({ name }) => name).toSorted()).toEqual(
      [...new Set(corruptions.map(([name]) => name))].toSorted(),
    )
  })
})
