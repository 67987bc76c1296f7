import type { Policy } from 'souk-contract'
import { fail } from '../../failure.ts'
import { requireName } from '../../lib/plain-text.ts'
import { requireValidCategories } from '../../policy/categories.ts'

/** Optimistic lock: a form that was opened before another operator's change must not overwrite it unseen. */
export function requireLatest(version: number, expected: number | undefined): void {
  if (expected === undefined || expected === version) return
  fail(
    'conflict',
    `Another operator has changed the policy: its version is ${version}, not ${expected}.`,
    'Read the policy again, compare your changes with it, and repeat the call with its version.',
  )
}

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
  requireName('marketName', after.marketName)
  if (after.mailSender !== null) requireSender(after.mailSender)
  requireValidCategories(before.categories, after.categories)
}

/** Mail clients show only the name of the sender, so a name must not look like an address. */
function requireSender(name: string): void {
  requireName('mailSender', name)
  if (/[<>@"]/.test(name)) {
    fail(
      'unprocessable',
      '"mailSender" must be a name without @, quotation marks and angle brackets.',
      'Set the address with MAIL_FROM.',
    )
  }
}
