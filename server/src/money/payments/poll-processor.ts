import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, hour } from '../../lib/clock.ts'

const batchSize = 20
/** A failed poll is repeated after the lease. */
const leaseMs = hour

/** Polls objects that can still change, because processor webhooks can be lost. */
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
      context.log.warn({ table, ref, error: String(error) }, 'failed to poll processor')
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
