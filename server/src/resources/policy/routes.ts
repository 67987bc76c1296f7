import type { AdminContract, Contract, Policy } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { findStoredPolicy, policyChangesBefore, type PolicyRow } from '../../policy/queries.ts'
import { updatePolicy } from './update-policy.ts'

export const market: Handlers<Contract['market']> = {
  getMarket: read(async ({ settings: { policy } }) => policy),
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

function viewChange({ version, settings, changed_by: changedBy, reason, created_at: at }: PolicyRow) {
  return { version, settings, changedBy, reason, createdAt: at.toISOString() }
}
