/** Queues mail for new events exactly once: position and mails are committed in one transaction. */
import type { Context } from '../context.ts'
import { after } from '../lib/clock.ts'
import { newId } from '../lib/ids.ts'
import { allowanceOf, mailDelayMs } from './mail-rules.ts'
import { insertNotificationMails, takeRecipients, type Recipient } from './plan-queries.ts'

/** People of one event that get mail. */
const recipientsMax = 100
/** Rows of one statement, whose number of parameters PostgreSQL limits. */
const rowsMax = 1000

/** Returns the number of examined events. */
export async function planMails({ store }: Pick<Context, 'store'>): Promise<number> {
  return store.write(async (tx) => {
    const { seen, recipients } = await takeRecipients(tx)
    const mails = merged(bounded(recipients)).map(
      ({ topic, user_id, email, first, last, phase, sender }) => ({
        id: newId('mail', tx.now),
        kind: 'notification' as const,
        recipient: email,
        facts: '{}',
        state: 'queued' as const,
        due_at: after(tx.now, mailDelayMs(topic)),
        created_at: tx.now,
        user_id,
        topic,
        first_event: first,
        last_event: last,
        open: topic === 'message',
        allowance: allowanceOf(topic, phase),
        sender,
      }),
    )
    for (let start = 0; start < mails.length; start += rowsMax) {
      await insertNotificationMails(tx, mails.slice(start, start + rowsMax))
    }
    return seen
  })
}

function bounded(recipients: readonly Recipient[]): Recipient[] {
  const counts = new Map<bigint, number>()
  return recipients.filter(({ number }) => {
    const count = (counts.get(number) ?? 0) + 1
    counts.set(number, count)
    return count <= recipientsMax
  })
}

type Planned = Omit<Recipient, 'number'> & { readonly first: bigint; readonly last: bigint }

/** One entry for each event, except for messages: one for each person, with a sender if all are of one. */
function merged(recipients: readonly Recipient[]): Planned[] {
  const planned = new Map<string, Planned>()
  for (const { number, ...rest } of recipients) {
    const key = rest.topic === 'message' ? rest.user_id : `${rest.user_id} ${number}`
    const before = planned.get(key)
    const sender = before === undefined || before.sender === rest.sender ? rest.sender : null
    planned.set(key, { ...rest, sender, first: before?.first ?? number, last: number })
  }
  return [...planned.values()]
}
