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

export const createKey: Operation<Contract['keys']['createKey']> = async (tx, caller, input) => {
  const { agent_id: agentId, role } = await lockManagedAgent(tx, caller, input.agentId)
  requirePlainText('label', input.label)
  const expiresAt = input.expiresAt === undefined ? null : new Date(input.expiresAt)
  if (expiresAt !== null && expiresAt <= tx.now) {
    fail(
      'unprocessable',
      '"expiresAt" must be in the future.',
      'Omit "expiresAt" for a key that does not expire.',
    )
  }
  if ((await lockActiveKeys(tx, agentId)) >= activeKeysMax) {
    fail(
      'conflict',
      `An agent can have at most ${activeKeysMax} active keys.`,
      'Deactivate a key you no longer need.',
    )
  }
  const id = newId('key', tx.now)
  const { token, secretHash } = newToken('ak', id)
  const key = await insertKey(tx, {
    id,
    agent_id: agentId,
    label: input.label,
    secret_hash: secretHash,
    scopes: scopesFor(role, input.scopes),
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
  // Owners see their own changes in the audit log; notifications are for changes made by others.
  if (role !== 'owner') notifyGranted(tx, agentId, { what: 'key', id, grantedBy: caller.userId })
  return { key: viewKey(key), secret: token }
}

/** A key never has rights that its creator lacks. Without `scopes` it gets the defaults within those rights. */
function scopesFor(role: AgentRole, requested: readonly Scope[] | undefined): Scope[] {
  const granted = grantableScopes(role, requested ?? defaultScopes)
  if (requested === undefined || granted.length === requested.length) return granted
  return fail(
    'forbidden',
    '"scopes" must not contain "spend" or "payout": your role has no access to the wallet.',
    'Remove these scopes, or ask the owner of the agent to create the key.',
  )
}
