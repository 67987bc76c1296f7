import { fail } from '../../failure.ts'
import { isCommonPassword } from '../../lib/common-passwords.ts'

/** Email addresses are compared case-insensitively. */
export function emailKey(email: string): string {
  return email.toLowerCase()
}

/** Refuses common passwords, and the owner's name or address. */
export function requireStrongPassword(password: string, owner: { email: string; displayName: string }): void {
  const lower = password.normalize('NFC').toLowerCase()
  const [mailbox = ''] = owner.email.toLowerCase().split('@')
  const obvious = [mailbox, owner.email.toLowerCase(), owner.displayName.toLowerCase()]
  if (obvious.includes(lower) || isCommonPassword(lower)) {
    fail(
      'unprocessable',
      'This password is too easy to guess.',
      'Choose a longer password, for example a few unrelated words.',
    )
  }
}

export function requireTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return
  fail(
    'unprocessable',
    '"timeZone" must be an IANA time zone.',
    'Use a name such as Europe/Berlin or America/New_York.',
  )
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
