import type { AdminContract, Contract, Policy } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { findStoredPolicy, policyChangesBefore, type NamedChange } from '../../policy/queries.ts'
import { findLatestTerms } from '../../policy/terms-queries.ts'
import { acceptMarketTerms } from './accept-market-terms.ts'
import { publishMarketTerms } from './publish-market-terms.ts'
import { updateLogo } from './update-logo.ts'
import { updatePolicy } from './update-policy.ts'
import { viewMarket, viewPolicy, viewTerms } from './view.ts'

export const market = (initial: Policy): Handlers<Contract['market']> => ({
  // From the database: the settings of this node may be older than a change that the caller has made on another one.
  getMarket: read(async (reader) =>
    viewMarket({ ...initial, ...(await findStoredPolicy(reader))?.settings }),
  ),
  getMarketTerms: read(async (reader) => {
    const latest = await findLatestTerms(reader)
    return { terms: latest === undefined ? null : viewTerms(latest) }
  }),
  acceptMarketTerms: write(acceptMarketTerms),
})

export const policy = (initial: Policy): Handlers<AdminContract['policy']> => ({
  getPolicy: read(async (reader) => {
    const stored = await findStoredPolicy(reader)
    return viewPolicy({ initial, settings: stored?.settings, version: stored?.version ?? 0 })
  }),
  updatePolicy: write(updatePolicy(initial)),
  updateLogo: write(updateLogo(initial)),
  publishMarketTerms: write(publishMarketTerms),
  listPolicyChanges: read(async (reader, _caller, { page }) =>
    pageOf(await policyChangesBefore(reader, page), page, viewChange, ({ version }) => [version]),
  ),
})

function viewChange(row: NamedChange) {
  const { version, settings, changed_by: changedBy, display_name: changedByName, reason } = row
  return { version, settings, changedBy, changedByName, reason, createdAt: row.created_at.toISOString() }
}
