/** Processors tell of disputes, and what they tell can be lost for good: what is open is asked after. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, hour } from '../../lib/clock.ts'
import { applyChargeback } from './apply-chargeback.ts'

const batchSize = 20
/** Whoever is asked in vain is asked again after so long. */
const leaseMs = hour

export async function checkChargebacks(context: Context): Promise<number> {
  const due = await leaseDue(context)
  for (const { ref } of due) {
    try {
      await askAfterChargeback(context, ref)
    } catch (error) {
      context.log.warn({ chargeback: ref, error: String(error) }, 'chargeback not checked')
    }
  }
  return due.length
}

export async function askAfterChargeback({ ports, store }: Context, ref: string): Promise<void> {
  const snapshot = await ports.processor.fetchDispute(ref)
  if (snapshot !== undefined) await store.write((tx) => applyChargeback(tx, snapshot))
}

async function leaseDue({ store }: Context): Promise<{ ref: string }[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ ref: string }>`
      update chargebacks set due_at = ${after(tx.now, leaseMs)}
      where ref in (
        select ref from chargebacks where due_at <= ${tx.now} and book = ${tx.settings.book}
        order by due_at limit ${batchSize} for update skip locked
      )
      returning ref`.execute(tx)
    return rows
  })
}
