import { randomInt } from 'node:crypto'
import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { after, minute } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { Operation } from '../../operation.ts'
import { endLinkCodes, insertToken } from '../users/tokens.ts'

/** Without 0, 1, I, L, O and U, so that a person can read it aloud and type it. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

export const createLinkCode: Operation<Contract['agents']['createLinkCode']> = async (tx, caller) => {
  const code = [0, 1, 2]
    .map(() => Array.from({ length: 4 }, () => alphabet.charAt(randomInt(30))).join(''))
    .join('-')
  const expiresAt = after(tx.now, 15 * minute)
  await endLinkCodes(tx, caller.agentId)
  await insertToken(tx, {
    id: newId('ott', tx.now),
    purpose: 'link-agent',
    hash: sha256(code),
    agent_id: caller.agentId,
    created_at: tx.now,
    expires_at: expiresAt,
  })
  await record(tx, caller, { action: 'agent.link-code-created', target: caller.agentId })
  return { code, expiresAt: expiresAt.toISOString() }
}
