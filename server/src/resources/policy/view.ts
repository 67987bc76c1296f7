import type { Policy } from 'souk-contract'
import type { TermsRow } from '../../policy/terms-queries.ts'
import { feeBpsOf } from '../../policy/categories.ts'

export function viewTerms(row: TermsRow) {
  const { version, text, effective_at: effectiveAt, created_at: createdAt } = row
  return { version, text, effectiveAt: effectiveAt.toISOString(), createdAt: createdAt.toISOString() }
}

/** Public part of the policy. */
export function viewMarket(policy: Policy) {
  const { readOnly, payouts, signUp, banner, terms, legalUrl, supportUrl } = policy
  const { reviewHours, maxRevisions, disputeDays, offerHours } = policy
  return {
    readOnly,
    payouts,
    signUp,
    banner,
    terms,
    legalUrl,
    supportUrl,
    categories: policy.categories.map(({ slug, name, archived }) => ({
      slug,
      name,
      archived,
      feeBps: feeBpsOf(policy, slug),
    })),
    defaults: { reviewHours, maxRevisions, disputeDays, offerHours },
  }
}
