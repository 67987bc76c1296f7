import type { Reader } from '../db/transact.ts'
import { knownLinkToken } from '../lib/one-time-tokens.ts'
import { recentMails } from './queries.ts'
import { renderMail } from './texts/templates.ts'

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
  const { vault, settings } = reader
  return rows.map((row) => {
    const token = row.token_id === null ? undefined : knownLinkToken(vault, row.token_id, row.token_hash)
    const { to, subject, text } = renderMail({ ...row, token }, { ...settings, vault })
    return { id: row.id, at: row.created_at.toISOString(), to, subject, text }
  })
}
