import type { Policy } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireValidCategories } from '../../policy/categories.ts'

/** Rules between fields, which their schemas cannot express. */
export function requireValidPolicy(before: Policy, after: Policy): void {
  if (after.signUp === 'domains' && after.signUpDomains.length === 0) {
    fail('unprocessable', '"signUpDomains" must have a domain if "signUp" is "domains".', 'Add a domain.')
  }
  if (after.storageBytesUnverified > after.storageBytes) {
    fail(
      'unprocessable',
      '"storageBytesUnverified" must not be greater than "storageBytes".',
      'Lower it, or raise "storageBytes".',
    )
  }
  requireValidCategories(before.categories, after.categories)
}
