import { sql, type Insertable, type Selectable } from 'kysely'
import { leaseDue } from '../db/lease.ts'
import type { Locale } from 'souk-contract'
import type { MailOutcome } from '../db/tables/mail-tables.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'
import { after, minute } from '../lib/clock.ts'
import type { Id } from '../lib/ids.ts'

interface MailRow extends Selectable<Schema['mails']> {
  /** Hash of the token in its link. */
  token_hash: Buffer | null
  /** Language of the account with this address. */
  locale: Locale | null
  time_zone: string | null
}

/** Sent concurrently, so that a slow receiver delays others by one timeout at most, well within the lease. */
const batchSize = 10
const leaseMs = 2 * minute

export async function insertMails(tx: Tx, mails: readonly Insertable<Schema['mails']>[]): Promise<void> {
  await tx
    .insertInto('mails')
    .values([...mails])
    .execute()
}

/** A mail to send now. */
export interface LeasedMail extends MailRow {
  readonly suppressed: boolean
}

/** Mails that the lease takes once they are due. */
export const waitingMails = sql<boolean>`state = 'queued'`

export async function leaseDueMails(tx: Tx): Promise<LeasedMail[]> {
  const due = leaseDue(tx, 'mails', {
    batchSize,
    until: after(tx.now, leaseMs),
    where: waitingMails,
    set: sql`attempts = attempts + 1, open = false`,
  })
  const { rows } = await sql<LeasedMail>`
    with due as (${due})
    select due.*, t.hash as token_hash, u.locale, u.time_zone,
      exists (select from mail_suppressions s where s.address_key = lower(coalesce(u.email, due.recipient))) as suppressed
    from due left join one_time_tokens t on t.id = due.token_id
    left join users u on u.id = due.user_id or due.user_id is null and u.email_key = lower(due.recipient)`.execute(
    tx,
  )
  return rows
}

export async function finishMail(tx: Tx, id: Id<'mail'>, state: MailOutcome): Promise<void> {
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
    .leftJoin('users', (join) =>
      join.on(
        sql<boolean>`users.id = mails.user_id or mails.user_id is null and users.email_key = lower(mails.recipient)`,
      ),
    )
    .selectAll('mails')
    .select(['one_time_tokens.hash as token_hash', 'users.locale', 'users.time_zone'])
    .where(sql<boolean>`mails.user_id is null or mails.state in ('sent', 'kept')`)
    .orderBy('mails.created_at', 'desc')
    .orderBy('mails.id', 'desc')
    .limit(100)
    .execute()
}
