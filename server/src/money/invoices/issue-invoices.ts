import type { InvoiceKind } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { closePeriod, findFirstFeeAt, findLastMonth, insertInvoices, lockSeries } from './queries.ts'
import { mailInvoices } from './mail-invoices.ts'
import { dueMonth, isLastMonth } from './rules.ts'

const batchSize = 500

/**
 * Invoices the fees of months that are over. Each batch is a transaction with the numbers that it takes, so a crash
 * leaves neither a gap nor a fee on two invoices, and nodes that run concurrently wait for each other.
 */
export async function issueInvoices({ store }: Pick<Context, 'store'>): Promise<number> {
  return (await store.write(issueBatch)) ? 1 : 0
}

const codes: Readonly<Record<InvoiceKind, string>> = { invoice: 'INV-', 'credit-note': 'CN-' }

/** Invoices first: a fee that was charged and returned in one month is on both. Returns false if no month is due. */
async function issueBatch(tx: Tx): Promise<boolean> {
  const { invoicing } = tx.settings.policy
  if (invoicing === null || (await findDueMonth(tx)) === undefined) return false
  const lastNumbers = await lockSeries(tx)
  // Another node may have closed the month while this one waited for the lock.
  const month = await findDueMonth(tx)
  if (month === undefined) return false
  const { numberPrefix, ...seller } = invoicing
  for (const kind of ['invoice', 'credit-note'] as const) {
    const labelPrefix = `${numberPrefix}${codes[kind]}`
    const lastNumber = lastNumbers[kind]
    const count = await insertInvoices(tx, kind, { month, lastNumber, labelPrefix, seller, batchSize })
    if (count === 0) continue
    if (isLastMonth(month, tx.now)) await mailInvoices(tx, { kind, lastNumber })
    await record(tx, systemCaller, {
      action: kind === 'invoice' ? 'invoices.issued' : 'credit-notes.issued',
      target: month,
      details: { count, first: Number(lastNumber) + 1, last: Number(lastNumber) + count },
    })
    return true
  }
  await closePeriod(tx, month)
  return true
}

async function findDueMonth(tx: Tx): Promise<string | undefined> {
  const lastMonth = await findLastMonth(tx)
  const firstFeeAt = lastMonth === undefined ? await findFirstFeeAt(tx) : undefined
  return dueMonth({ lastMonth, firstFeeAt, now: tx.now })
}
