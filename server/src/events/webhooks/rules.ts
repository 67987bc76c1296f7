import { fail } from '../../failure.ts'
import type { UrlVerdict } from '../../ports/egress/policy.ts'
import { day } from '../../lib/clock.ts'
import { keyOf } from '../delivery/sign.ts'

/** For so long after a change messages are signed with the old secret too. */
export const rotationMs = day

/** In one call; whoever has more repeats it. */
export const redeliveredMax = 1000

const keyBytesMin = 8
const keyBytesSafe = 24

export function requireUrl(verdict: UrlVerdict): URL {
  return verdict.ok ? verdict.url : fail('unprocessable', verdict.text, 'Register another "url".')
}

/** What could be better about a secret, if anything; what cannot be used at all is refused. */
export function checkSecret(secret: string): { warning?: string } {
  const key = keyOf(secret)
  if (key === undefined) {
    return fail(
      'unprocessable',
      'The "secret" starts with "whsec_", but what follows is not base64.',
      'Send whsec_ and 24 to 64 random bytes in base64, or any other text.',
    )
  }
  if (key.length < keyBytesMin) {
    return fail(
      'unprocessable',
      `The "secret" holds only ${key.length} bytes.`,
      `Use at least ${keyBytesSafe} random bytes.`,
    )
  }
  if (key.length >= keyBytesSafe) return {}
  const warning = `The secret is short: ${key.length} bytes, where ${keyBytesSafe} random ones are safe against guessing.`
  return { warning }
}
