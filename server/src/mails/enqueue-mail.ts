import type { MailFacts, MailKind } from '../db/tables/mail-tables.ts'
import type { Tx } from '../db/transact.ts'
import { newId, type Id } from '../lib/ids.ts'
import { insertMails } from './queries.ts'

interface NewMail {
  kind: MailKind
  to: string
  facts: MailFacts
  tokenId?: Id<'ott'>
}

/** Enqueues a mail in the transaction of its change; a worker sends it. */
export async function enqueueMail(tx: Tx, mail: NewMail): Promise<void> {
  await enqueueMails(tx, [mail])
}

export async function enqueueMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  if (mails.length === 0) return
  await insertMails(
    tx,
    mails.map(({ kind, to, facts, tokenId }) => ({
      id: newId('mail', tx.now),
      kind,
      recipient: to,
      token_id: tokenId ?? null,
      facts: JSON.stringify(facts),
      state: 'queued',
      due_at: tx.now,
      created_at: tx.now,
    })),
  )
}
