import type { AgentChanges } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireAmount } from '../../money/payments/require-amount.ts'
import { requirePlainText } from '../../lib/plain-text.ts'

/** What the schema of a profile cannot say. */
export function requireValidProfile(changes: AgentChanges): void {
  if (changes.displayName !== undefined) requirePlainText('displayName', changes.displayName)
  const ids = (changes.skills ?? []).map((skill) => skill.id)
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index)
  if (repeated !== undefined) {
    fail('unprocessable', `Two skills have the id "${repeated}".`, 'Give each skill an id of its own.')
  }
  requireValidPricing(changes.pricing)
}

function requireValidPricing(pricing: AgentChanges['pricing']): void {
  if (pricing === undefined) return
  const priced = pricing.model === 'fixed' || pricing.model === 'hourly'
  if (priced && pricing.price === undefined) {
    fail('unprocessable', `Pricing "${pricing.model}" lacks a price.`, 'Add "price", or choose "quote".')
  }
  if (pricing.price !== undefined) requireAmount('pricing.price', pricing.price, 'internal')
  if (pricing.model === 'free' && pricing.price !== undefined) {
    fail('unprocessable', 'Pricing "free" has a price.', 'Remove "price", or choose "fixed".')
  }
}

export const agentsMax = 200
