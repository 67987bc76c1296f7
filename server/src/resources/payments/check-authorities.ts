/** How the saving of a card ended is told by the processor; where nobody tells us, it is asked. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, minute } from '../../lib/clock.ts'
import { applySetup } from './apply-authority.ts'

const batchSize = 20
/** How long until a worker asks again, while somebody may be on the page. */
export const authorityCheckMs = 10 * minute

export async function checkAuthorities(context: Context): Promise<number> {
  const { ports, store, log } = context
  const due = await leaseDue(context)
  for (const { id, ref } of due) {
    try {
      const snapshot = await ports.processor.fetchSetup({ ref })
      if (snapshot !== undefined) await store.write((tx) => applySetup(tx, snapshot))
    } catch (error) {
      log.warn({ authority: id, error: String(error) }, 'payment authority not checked')
    }
  }
  return due.length
}

async function leaseDue({ store }: Context): Promise<{ id: string; ref: string }[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ id: string; ref: string }>`
      update payment_authorities set due_at = ${after(tx.now, authorityCheckMs)}
      where id in (
        select id from payment_authorities
        where due_at <= ${tx.now} and book = ${tx.settings.book} and session_ref is not null
        order by due_at limit ${batchSize} for update skip locked
      )
      returning id, session_ref as ref`.execute(tx)
    return rows
  })
}
