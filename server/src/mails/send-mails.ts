import type { Context } from '../context.ts'
import { minute, second } from '../lib/clock.ts'
import { knownLinkToken } from '../lib/one-time-tokens.ts'
import { finishMail, leaseDueMails, postponeMail, type MailRow } from './queries.ts'
import { renderMail } from './templates.ts'

/** Retry delays; after the last the mail has failed. */
const retryDelaysMs = [10 * second, minute, 5 * minute, 30 * minute, 120 * minute, 480 * minute]

/** Sends due mails. Returns their number. */
export async function sendMails(context: Context): Promise<number> {
  const mails = await context.store.write(leaseDueMails)
  await Promise.all(mails.map((mail) => sendMail(context, mail)))
  return mails.length
}

async function sendMail(context: Context, mail: MailRow): Promise<void> {
  const token =
    mail.token_id === null ? undefined : knownLinkToken(context.vault, mail.token_id, mail.token_hash)
  const message = renderMail({ ...mail, token }, context.config.settings.origin)
  try {
    await context.ports.mailer.send(message)
    const state = context.ports.mailer.local ? 'kept' : 'sent'
    await context.store.write((tx) => finishMail(tx, mail.id, state))
    // The dev mailbox is local, and a developer without mail needs the link.
    if (context.ports.mailer.local)
      context.log.info({ mail: mail.id, kind: mail.kind, text: message.text }, 'mail stored in dev mailbox')
  } catch (error) {
    context.log.warn({ mail: mail.id, attempt: mail.attempts, error: String(error) }, 'failed to send mail')
    await postpone(context, mail)
  }
}

async function postpone({ store }: Context, { id, attempts }: MailRow): Promise<void> {
  const delayMs = retryDelaysMs[attempts - 1]
  await store.write((tx) =>
    delayMs === undefined ? finishMail(tx, id, 'failed') : postponeMail(tx, id, delayMs),
  )
}
