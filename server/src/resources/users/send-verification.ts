import type { Tx } from '../../db/transact.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import type { UserRow } from './queries.ts'
import { createMailToken } from './create-mail-token.ts'

export async function sendVerification(tx: Tx, user: UserRow): Promise<void> {
  const tokenId = await createMailToken(tx, user, 'verify-email')
  await enqueueMail(tx, { kind: 'verify-email', to: user.email, tokenId, facts: {} })
}
