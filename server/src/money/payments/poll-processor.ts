import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, hour } from '../../lib/clock.ts'

const batchSize = 20
/** Whoever is asked in vain is asked again after so long. */
const leaseMs = hour

/** Processors tell of what happens, and what they tell can be lost for good: what may still change is asked after. */
export async function pollProcessor(
  context: Context,
  table: 'chargebacks' | 'refunds',
  poll: (context: Context, ref: string) => Promise<void>,
): Promise<number> {
  const due = await leaseDue(context, table)
  for (const { ref } of due) {
    try {
      await poll(context, ref)
    } catch (error) {
      context.log.warn({ table, ref, error: String(error) }, 'not asked after')
    }
  }
  return due.length
}

async function leaseDue({ store }: Context, name: 'chargebacks' | 'refunds'): Promise<{ ref: string }[]> {
  const table = sql.table(name)
  return store.write(async (tx) => {
    const { rows } = await sql<{ ref: string }>`
      update ${table} set due_at = ${after(tx.now, leaseMs)}
      where ref in (
        select ref from ${table} where due_at <= ${tx.now} and book = ${tx.settings.book}
        order by due_at limit ${batchSize} for update skip locked
      )
      returning ref`.execute(tx)
    return rows
  })
}
