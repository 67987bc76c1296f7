import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { holds, rightsBehindKey } from '../../authority/rights.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import { fail, notFound } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockManagedAgent } from '../agents/access.ts'
import { enableDisabledKey } from './held-queries.ts'
import { findAnyKey, lockActiveKeys } from './queries.ts'
import { activeKeysMax, enableWithinMs } from './rules.ts'
import { viewKey } from './view.ts'

/** An owner takes over a key that was disabled because its holder lost authority. */
export const enableKey: Operation<Contract['keys']['enableKey']> = async (tx, caller, { agentId, kid }) => {
  const { agent_id: agent, role } = await lockManagedAgent(tx, caller, agentId)
  const key = isId('key', kid) ? await findAnyKey(tx, agent, kid) : undefined
  if (key === undefined) return notFound('key')
  if (!holds(role, ...rightsBehindKey({ wallet: true }))) {
    fail('forbidden', 'Only the owner can enable a key.', 'Ask the owner of the agent.')
  }
  if (key.deactivated_at === null && key.disabled_at === null) return { key: viewKey(key) }
  if ((await lockActiveKeys(tx, agent)) >= activeKeysMax) {
    fail(
      'conflict',
      `An agent can have at most ${activeKeysMax} active keys.`,
      'Deactivate a key you no longer need.',
    )
  }
  const enabled = await enableDisabledKey(tx, {
    id: key.id,
    holderId: caller.userId,
    disabledAfter: after(tx.now, -enableWithinMs),
  })
  if (enabled === undefined) {
    return fail('conflict', 'This key can no longer be enabled.', 'Create a new key.')
  }
  await record(tx, caller, { action: 'key.enabled', target: key.id, details: { agent } })
  if (role !== 'owner') notifyGranted(tx, agent, { what: 'key', id: key.id, grantedBy: caller.userId })
  return { key: viewKey(enabled) }
}
