import type { Reader } from '../db/transact.ts'
import { knownLinkToken } from '../lib/one-time-tokens.ts'
import { recentMails } from './queries.ts'
import { renderMail } from './templates.ts'

export interface DevMail {
  id: string
  at: string
  to: string
  subject: string
  text: string
}

/** The newest mails of a server without SMTP, rendered as they would have been sent. */
export async function listDevMails(reader: Reader): Promise<DevMail[]> {
  const rows = await recentMails(reader)
  return rows.map((row) => {
    const token =
      row.token_id === null ? undefined : knownLinkToken(reader.vault, row.token_id, row.token_hash)
    const rendered = renderMail(
      { kind: row.kind, recipient: row.recipient, facts: row.facts, token },
      reader.settings.origin,
    )
    return { id: row.id, at: row.created_at.toISOString(), ...rendered }
  })
}
