import type { Context } from '../context.ts'
import type { Tx } from '../db/transact.ts'
import { minute, second } from '../lib/clock.ts'
import { knownLinkToken } from '../lib/one-time-tokens.ts'
import { decideMails } from '../notices/decide-mails.ts'
import { isPermanentRejection } from '../ports/mailer.ts'
import { finishMail, leaseDueMails, postponeMail, type LeasedMail } from './queries.ts'
import { saveSuppression } from './suppression-queries.ts'
import { renderMail } from './texts/templates.ts'

/** Retry delays; after the last the mail has failed. */
const retryDelaysMs = [10 * second, minute, 5 * minute, 30 * minute, 120 * minute, 480 * minute]

/** Sends due mails. Returns their number. */
export async function sendMails(context: Context): Promise<number> {
  const { leased, mails } = await context.store.write(takeDueMails)
  await Promise.all(mails.map((mail) => sendMail(context, mail)))
  return leased
}

/** Leases due mails, and finishes those that must no longer be sent. */
async function takeDueMails(tx: Tx): Promise<{ leased: number; mails: LeasedMail[] }> {
  const leased = await leaseDueMails(tx)
  const suppressed = leased.filter((mail) => mail.suppressed)
  for (const { id } of suppressed) await finishMail(tx, id, 'suppressed')
  const allowed = leased.filter((mail) => !mail.suppressed)
  const notifications = allowed.filter(({ user_id }) => user_id !== null)
  const decided = await decideMails(
    tx,
    notifications.map(({ id }) => id),
  )
  const byId = new Map(decided.map((mail) => [mail.id, mail]))
  const mails = allowed.flatMap((mail) => {
    const content = byId.get(mail.id)
    if (mail.user_id === null) return [mail]
    return content === undefined ? [] : [{ ...mail, ...content }]
  })
  return { leased: leased.length, mails }
}

async function sendMail(context: Context, mail: LeasedMail): Promise<void> {
  const { vault, config, ports, store, log } = context
  const token = mail.token_id === null ? undefined : knownLinkToken(vault, mail.token_id, mail.token_hash)
  const message = renderMail({ ...mail, token }, { ...config.settings, vault })
  try {
    await ports.mailer.send(message)
    await store.write((tx) => finishMail(tx, mail.id, ports.mailer.local ? 'kept' : 'sent'))
    // The dev mailbox is local, and a developer without mail needs the link.
    if (ports.mailer.local)
      log.info({ mail: mail.id, kind: mail.kind, text: message.text }, 'mail stored in dev mailbox')
  } catch (error) {
    log.warn({ mail: mail.id, attempt: mail.attempts, error: String(error) }, 'failed to send mail')
    if (isPermanentRejection(error)) await giveUp(context, mail, String(error))
    else await postpone(context, mail)
  }
}

/** The mail server does not know the address: further mails would harm the reputation of the sender. */
async function giveUp({ store }: Context, { id, recipient }: LeasedMail, error: string): Promise<void> {
  await store.write(async (tx) => {
    await finishMail(tx, id, 'failed')
    await saveSuppression(tx, { address: recipient, reason: 'bounce', detail: error.slice(0, 500) })
  })
}

async function postpone({ store }: Context, { id, attempts }: LeasedMail): Promise<void> {
  const delayMs = retryDelaysMs[attempts - 1]
  await store.write((tx) =>
    delayMs === undefined ? finishMail(tx, id, 'failed') : postponeMail(tx, id, delayMs),
  )
}
