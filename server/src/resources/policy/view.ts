import type { Policy } from 'souk-contract'
import { feeBpsOf } from '../../policy/categories.ts'

/** What everyone may know about the policy. */
export function viewMarket(policy: Policy) {
  const { readOnly, payouts, signUp, banner, legalUrl, supportUrl } = policy
  const { reviewHours, maxRevisions, disputeDays, offerHours } = policy
  return {
    ...{ readOnly, payouts, signUp, banner, legalUrl, supportUrl },
    categories: policy.categories.map(({ slug, name, archived }) => ({
      slug,
      name,
      archived,
      feeBps: feeBpsOf(policy, slug),
    })),
    defaults: { reviewHours, maxRevisions, disputeDays, offerHours },
  }
}
