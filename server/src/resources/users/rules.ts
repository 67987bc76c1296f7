import { fail } from '../../failure.ts'
import { isCommonPassword } from '../../lib/common-passwords.ts'

/** Addresses differ in upper and lower case on paper only. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

/** Refuses what attackers try first: known passwords, and the owner's own name or address. */
export function requireStrongPassword(password: string, owner: { email: string; displayName: string }): void {
  const lower = password.normalize('NFC').toLowerCase()
  const [mailbox = ''] = owner.email.toLowerCase().split('@')
  const guessable = [mailbox, owner.email.toLowerCase(), owner.displayName.toLowerCase()]
  if (guessable.includes(lower) || isCommonPassword(lower)) {
    fail(
      'unprocessable',
      'This password is too easy to guess.',
      'Choose a longer one; a few unrelated words are fine.',
    )
  }
}
