/** Polls cards that are being saved, because processor webhooks can be lost. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { after, minute } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { applySetup } from './apply-saved-card.ts'

const batchSize = 20
/** Poll interval while the page can be open. */
export const savedCardPollMs = 10 * minute

export async function pollSavedCards(context: Context): Promise<number> {
  const { ports, store, log } = context
  const due = await leaseDue(context)
  for (const { id, session_ref: ref } of due) {
    try {
      const snapshot = await ports.processor.fetchSetup({ ref })
      await store.write((tx) => (snapshot === undefined ? failSetup(tx, id) : applySetup(tx, snapshot)))
    } catch (error) {
      log.warn({ authority: id, error: String(error) }, 'failed to poll saved card')
    }
  }
  return due.length
}

/** The processor does not know the session, so it can never complete. */
async function failSetup(tx: Tx, id: Id<'pau'>): Promise<void> {
  await tx
    .updateTable('payment_authorities')
    .set({ state: 'failed', due_at: null, updated_at: tx.now })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute()
}

interface Due {
  id: Id<'pau'>
  session_ref: string
}

async function leaseDue({ store }: Context): Promise<Due[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<Due>`
      update payment_authorities set due_at = ${after(tx.now, savedCardPollMs)}
      where id in (
        select id from payment_authorities
        where due_at <= ${tx.now} and book = ${tx.settings.book} and state in ('pending', 'failed')
          and session_ref is not null
        order by due_at limit ${batchSize} for update skip locked
      )
      returning id, session_ref`.execute(tx)
    return rows
  })
}
