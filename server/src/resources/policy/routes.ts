import type { AdminContract, Contract, Policy } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { findStoredPolicy, policyChangesBefore, type NamedChange } from '../../policy/queries.ts'
import { updatePolicy } from './update-policy.ts'
import { viewMarket } from './view.ts'

export const market: Handlers<Contract['market']> = {
  getMarket: read(async ({ settings }) => viewMarket(settings.policy)),
}

export const policy = (initial: Policy): Handlers<AdminContract['policy']> => ({
  getPolicy: read(async (reader) => {
    const stored = await findStoredPolicy(reader)
    return { policy: { ...initial, ...stored?.settings }, initial, version: stored?.version ?? 0 }
  }),
  updatePolicy: write(updatePolicy(initial)),
  listPolicyChanges: read(async (reader, _caller, { page }) =>
    pageOf(await policyChangesBefore(reader, page), page, viewChange, ({ version }) => [version]),
  ),
})

function viewChange(row: NamedChange) {
  const { version, settings, changed_by: changedBy, display_name: changedByName, reason } = row
  return { version, settings, changedBy, changedByName, reason, createdAt: row.created_at.toISOString() }
}
