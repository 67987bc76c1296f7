import type { Context } from '../context.ts'
import { sql } from 'kysely'
import { after, minute, second } from '../lib/clock.ts'
import type { Id } from '../lib/ids.ts'
import { knownLinkToken } from '../lib/one-time-tokens.ts'
import type { MailFacts, MailKind } from '../db/schema.ts'
import { renderMail } from './templates.ts'

interface DueMail {
  id: Id<'mail'>
  kind: MailKind
  recipient: string
  token_id: Id<'ott'> | null
  token_hash: Buffer | null
  facts: MailFacts
  attempts: number
}

/** Sent concurrently, so that a slow receiver delays others by one timeout at most, well within the lease. */
const batchSize = 10
/** Retry delays; after the last the mail has failed. */
const retryDelaysMs = [10 * second, minute, 5 * minute, 30 * minute, 120 * minute, 480 * minute]
/** Lease of a mail. If the node crashes, another one retries. */
const leaseMs = 2 * minute

/** Sends due mails. Returns their number. */
export async function sendMails(context: Context): Promise<number> {
  const mails = await leaseDueMails(context)
  await Promise.all(mails.map((mail) => sendMail(context, mail)))
  return mails.length
}

async function sendMail(context: Context, mail: DueMail): Promise<void> {
  const token =
    mail.token_id === null ? undefined : knownLinkToken(context.vault, mail.token_id, mail.token_hash)
  const message = renderMail({ ...mail, token }, context.config.settings.origin)
  try {
    await context.ports.mailer.send(message)
    await finish(context, mail.id, context.ports.mailer.local ? 'kept' : 'sent')
    // The dev mailbox is local, and a developer without mail needs the link.
    if (context.ports.mailer.local)
      context.log.info({ mail: mail.id, kind: mail.kind, text: message.text }, 'mail stored in dev mailbox')
  } catch (error) {
    context.log.warn({ mail: mail.id, attempt: mail.attempts, error: String(error) }, 'failed to send mail')
    await postpone(context, mail)
  }
}

async function leaseDueMails({ store, clock }: Context): Promise<DueMail[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<DueMail>`
      update mails set attempts = attempts + 1, due_at = ${after(clock.now(), leaseMs)}
      where id in (
        select id from mails where state = 'queued' and due_at <= ${tx.now}
        order by due_at limit ${batchSize} for update skip locked
      )
      returning id, kind, recipient, token_id, facts, attempts,
        (select hash from one_time_tokens t where t.id = token_id) as token_hash`.execute(tx)
    return rows
  })
}

async function finish({ store }: Context, id: Id<'mail'>, state: 'sent' | 'kept' | 'failed'): Promise<void> {
  await store.write((tx) =>
    tx.updateTable('mails').set({ state, finished_at: tx.now }).where('id', '=', id).execute(),
  )
}

async function postpone(context: Context, mail: DueMail): Promise<void> {
  const delayMs = retryDelaysMs[mail.attempts - 1]
  if (delayMs === undefined) return finish(context, mail.id, 'failed')
  await context.store.write((tx) =>
    tx
      .updateTable('mails')
      .set({ due_at: after(tx.now, delayMs) })
      .where('id', '=', mail.id)
      .execute(),
  )
}
