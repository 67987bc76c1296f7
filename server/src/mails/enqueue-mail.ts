import type { MailFacts, MailKind } from '../db/schema.ts'
import type { Tx } from '../db/transact.ts'
import { newId, type Id } from '../lib/ids.ts'

export interface NewMail {
  kind: MailKind
  to: string
  facts: MailFacts
  tokenId?: Id<'ott'>
}

/** Puts a mail into the outbox, in the transaction of the change that it tells of; a worker sends it. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  await tx
    .insertInto('mails')
    .values({
      id: newId('mail', tx.now),
      kind: mail.kind,
      recipient: mail.to,
      token_id: mail.tokenId ?? null,
      facts: JSON.stringify(mail.facts),
      state: 'queued',
      due_at: tx.now,
      created_at: tx.now,
    })
    .execute()
}
