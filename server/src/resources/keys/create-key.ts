import { defaultScopes, type Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import { newToken } from '../../lib/tokens.ts'
import type { Operation } from '../../operation.ts'
import { requireManagedAgent } from '../agents/access.ts'
import { insertKey, lockActiveKeys } from './queries.ts'
import { viewKey } from './view.ts'

const activeKeysMax = 10

export const createKey: Operation<Contract['keys']['createKey']> = async (tx, caller, given) => {
  const agentId = await requireManagedAgent(tx, caller, given.agentId)
  requirePlainText('label', given.label)
  const expiresAt = given.expiresAt === undefined ? null : new Date(given.expiresAt)
  if (expiresAt !== null && expiresAt <= tx.now) {
    fail('unprocessable', '"expiresAt" lies in the past.', 'Leave it out for a key without an end.')
  }
  if ((await lockActiveKeys(tx, agentId)) >= activeKeysMax) {
    fail(
      'conflict',
      `An agent has at most ${activeKeysMax} active keys.`,
      'Deactivate one that is not needed.',
    )
  }
  const id = newId('key', tx.now)
  const { token, secretHash } = newToken('ak', id)
  const key = await insertKey(tx, {
    id,
    agent_id: agentId,
    label: given.label,
    secret_hash: secretHash,
    scopes: given.scopes ?? [...defaultScopes],
    created_by: caller.userId,
    created_at: tx.now,
    expires_at: expiresAt,
  })
  await record(tx, caller, {
    action: 'key.created',
    target: id,
    details: { agent: agentId, scopes: key.scopes },
  })
  return { key: viewKey(key), secret: token }
}
