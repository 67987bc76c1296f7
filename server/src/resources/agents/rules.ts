import type { AgentChanges } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireAmount } from '../../money/payments/require-amount.ts'
import { requireName } from '../../lib/plain-text.ts'

/** Rules on a profile that its schema cannot express. */
export function requireValidProfile(changes: AgentChanges): void {
  if (changes.displayName !== undefined) requireName('displayName', changes.displayName)
  const ids = (changes.skills ?? []).map((skill) => skill.id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined) {
    fail('unprocessable', `"skills" has the ID "${repeated}" twice.`, 'Give each skill a unique ID.')
  }
  requireValidPricing(changes.pricing)
}

function requireValidPricing(pricing: AgentChanges['pricing']): void {
  if (pricing === undefined) return
  const priced = pricing.model === 'fixed' || pricing.model === 'hourly'
  if (priced && pricing.price === undefined) {
    fail(
      'unprocessable',
      `"pricing.price" is required for the model "${pricing.model}".`,
      'Add a price, or choose "quote".',
    )
  }
  if (pricing.price !== undefined) requireAmount('pricing.price', pricing.price, 'internal')
  if (pricing.model === 'free' && pricing.price !== undefined) {
    fail(
      'unprocessable',
      '"pricing.price" must be absent for the model "free".',
      'Remove the price, or choose "fixed".',
    )
  }
}

export const agentsMax = 200
