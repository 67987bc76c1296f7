import { sql, type Insertable, type Selectable } from 'kysely'
import { leaseDue } from '../db/lease.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'
import { after, minute } from '../lib/clock.ts'
import type { Id } from '../lib/ids.ts'

export interface MailRow extends Selectable<Schema['mails']> {
  /** Hash of the token in its link. */
  token_hash: Buffer | null
}

/** Sent concurrently, so that a slow receiver delays others by one timeout at most, well within the lease. */
const batchSize = 10
const leaseMs = 2 * minute

export async function insertMail(tx: Tx, mail: Insertable<Schema['mails']>): Promise<void> {
  await tx.insertInto('mails').values(mail).execute()
}

export async function leaseDueMails(tx: Tx): Promise<MailRow[]> {
  const due = leaseDue(tx, 'mails', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: sql`state = 'queued'`,
    set: sql`attempts = attempts + 1`,
  })
  const { rows } = await sql<MailRow>`
    with due as (${due})
    select due.*, t.hash as token_hash from due left join one_time_tokens t on t.id = due.token_id`.execute(
    tx,
  )
  return rows
}

export async function finishMail(tx: Tx, id: Id<'mail'>, state: 'sent' | 'kept' | 'failed'): Promise<void> {
  await tx.updateTable('mails').set({ state, finished_at: tx.now }).where('id', '=', id).execute()
}

export async function postponeMail(tx: Tx, id: Id<'mail'>, delayMs: number): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ due_at: after(tx.now, delayMs) })
    .where('id', '=', id)
    .execute()
}

/** The newest mails first. */
export async function recentMails(reader: Reader): Promise<MailRow[]> {
  return reader
    .selectFrom('mails')
    .leftJoin('one_time_tokens', 'one_time_tokens.id', 'mails.token_id')
    .selectAll('mails')
    .select('one_time_tokens.hash as token_hash')
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(100)
    .execute()
}
