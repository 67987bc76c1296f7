import type { MailFacts, MailKind } from '../db/mail-tables.ts'
import type { Tx } from '../db/transact.ts'
import { newId, type Id } from '../lib/ids.ts'
import { insertMail } from './queries.ts'

interface NewMail {
  kind: MailKind
  to: string
  facts: MailFacts
  tokenId?: Id<'ott'>
}

/** Enqueues a mail in the transaction of its change; a worker sends it. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  await insertMail(tx, {
    id: newId('mail', tx.now),
    kind: mail.kind,
    recipient: mail.to,
    token_id: mail.tokenId ?? null,
    facts: JSON.stringify(mail.facts),
    state: 'queued',
    due_at: tx.now,
    created_at: tx.now,
  })
}
