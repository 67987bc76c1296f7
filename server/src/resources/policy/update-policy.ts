import type { AdminContract, Policy } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import {
  extendDeadlines,
  insertPolicy,
  lockPolicy,
  updateStorageLimits,
  type PolicyRow,
} from '../../policy/queries.ts'
import { operatorOf } from '../moderation/access.ts'
import { requireLatest, requireValidPolicy } from './rules.ts'
import { viewPolicy } from './view.ts'

export const updatePolicy =
  (initial: Policy): Operation<AdminContract['policy']['updatePolicy']> =>
  async (tx, caller, { reason, expectedVersion, ...changes }) => {
    const before = await lockPolicy(tx)
    requireLatest(before?.version ?? 0, expectedVersion)
    const settings: Partial<Policy> = { ...before?.settings, ...changes }
    const policy = { ...initial, ...settings }
    requireValidPolicy({ ...initial, ...before?.settings }, policy)
    const version = (before?.version ?? 0) + 1
    await insertPolicy(tx, {
      version,
      settings: JSON.stringify(settings),
      changed_by: operatorOf(caller),
      reason,
      created_at: tx.now,
      read_only_since: policy.readOnly ? (sinceOf(before) ?? tx.now) : null,
    })
    await updateStorageLimits(tx, changes)
    const since = sinceOf(before)
    if (!policy.readOnly && since !== undefined) await extendDeadlines(tx, tx.now.getTime() - since.getTime())
    const values: Partial<Policy> = { ...initial, ...before?.settings }
    await record(tx, caller, {
      action: 'policy.changed',
      target: `policy_${version}`,
      details: {
        reason,
        before: JSON.stringify(
          Object.fromEntries(Object.entries(values).filter(([name]) => name in changes)),
        ),
        after: JSON.stringify(changes),
      },
    })
    tx.publish('policy')
    return viewPolicy({ initial, settings, version })
  }

function sinceOf(row: PolicyRow | undefined): Date | undefined {
  return row?.read_only_since ?? undefined
}
