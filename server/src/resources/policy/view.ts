import { accentTokens, type Policy } from 'souk-contract'
import type { TermsRow } from '../../policy/terms-queries.ts'
import { feeBpsOf } from '../../policy/categories.ts'

export function viewTerms(row: TermsRow) {
  const { version, text, effective_at: effectiveAt, created_at: createdAt } = row
  return { version, text, effectiveAt: effectiveAt.toISOString(), createdAt: createdAt.toISOString() }
}

interface StoredPolicy {
  readonly initial: Policy
  readonly settings: Partial<Policy> | undefined
  readonly version: number
}

export function viewPolicy({ initial, settings, version }: StoredPolicy) {
  const policy: Policy = { ...initial, ...settings }
  return { policy, initial, accent: accentOf(policy), version }
}

/** The colors of both themes, which differ from the chosen one where text would be hard to read. */
function accentOf({ accentColor }: Policy) {
  if (accentColor === null) return null
  const { light, dark } = accentTokens(accentColor)
  return { light: light.accent, dark: dark.accent }
}

/** Public part of the policy. */
export function viewMarket(policy: Policy) {
  const { readOnly, payouts, signUp, banner, terms } = policy
  const { marketName, logo, accentColor, legalUrl, privacyUrl, supportUrl, supportEmail } = policy
  const { reviewHours, maxRevisions, disputeDays, offerHours } = policy
  return {
    readOnly,
    payouts,
    signUp,
    banner,
    terms,
    name: marketName,
    logo,
    accentColor,
    legalUrl,
    privacyUrl,
    supportUrl,
    supportEmail,
    categories: policy.categories.map(({ slug, name, archived }) => ({
      slug,
      name,
      archived,
      feeBps: feeBpsOf(policy, slug),
    })),
    defaults: { reviewHours, maxRevisions, disputeDays, offerHours },
  }
}
