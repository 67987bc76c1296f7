import { defaultScopes, type AgentRole, type Contract, type Scope } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { grantableScopes, holds } from '../../authority/rights.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import { newToken } from '../../lib/tokens.ts'
import type { Operation } from '../../operation.ts'
import { lockManagedAgent } from '../agents/access.ts'
import { insertKey, lockActiveKeys } from './queries.ts'
import { activeKeysMax } from './rules.ts'
import { viewKey } from './view.ts'

export const createKey: Operation<Contract['keys']['createKey']> = async (tx, caller, given) => {
  const { agent_id: agentId, role } = await lockManagedAgent(tx, caller, given.agentId)
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
    scopes: scopesFor(role, given.scopes),
    wallet: holds(role, 'wallet'),
    created_by: caller.userId,
    held_by: caller.userId,
    created_at: tx.now,
    expires_at: expiresAt,
  })
  await record(tx, caller, {
    action: 'key.created',
    target: id,
    details: { agent: agentId, scopes: key.scopes },
  })
  // Notifications show what others did; what the owner did stands in the audit log.
  if (role !== 'owner') notifyGranted(tx, agentId, { what: 'key', id, grantedBy: caller.userId })
  return { key: viewKey(key), secret: token }
}

/** A key never gets a right its creator lacks; without `scopes` it gets the defaults within those rights. */
function scopesFor(role: AgentRole, wanted: readonly Scope[] | undefined): Scope[] {
  const granted = grantableScopes(role, wanted ?? defaultScopes)
  if (wanted === undefined || granted.length === wanted.length) return granted
  return fail(
    'forbidden',
    '"scopes" has "spend" or "payout", and your role has no right to the wallet.',
    'Leave them out, or ask an owner of the agent to create the key.',
  )
}
