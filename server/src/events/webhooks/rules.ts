import { fail } from '../../failure.ts'
import type { UrlVerdict } from '../../ports/egress/policy.ts'
import { day } from '../../lib/clock.ts'
import { keyOf } from '../delivery/sign.ts'

/** How long messages are also signed with the previous secret. */
export const rotationMs = day

/** Per call; repeat the call for more. */
export const redeliveredMax = 1000

const keyBytesMin = 8
const keyBytesSafe = 24

export function requireUrl(verdict: UrlVerdict): URL {
  return verdict.ok ? verdict.url : fail('unprocessable', verdict.text, 'Use another "url".')
}

/** Refuses an unusable secret, and warns about a weak one. */
export function checkSecret(secret: string): { warning?: string } {
  const key = keyOf(secret)
  if (key === undefined) {
    return fail(
      'unprocessable',
      '"secret" must be base64 after "whsec_".',
      'Use "whsec_" and 24 to 64 random bytes in base64, or any other text.',
    )
  }
  if (key.length < keyBytesMin) {
    return fail(
      'unprocessable',
      `"secret" must have at least ${keyBytesMin} bytes.`,
      `Use at least ${keyBytesSafe} random bytes.`,
    )
  }
  if (key.length >= keyBytesSafe) return {}
  const warning = `The secret is short: it has ${key.length} bytes. Use at least ${keyBytesSafe} random bytes.`
  return { warning }
}
