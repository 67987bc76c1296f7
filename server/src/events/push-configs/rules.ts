import type { SentPushConfig } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { UrlVerdict } from '../../ports/egress/policy.ts'

/** How many configs one party has on one task. */
export const configsMax = 10

/** Refuses a callback address that we will not send to, in the words of whoever judges all of them. */
export function requireCallbackUrl(verdict: UrlVerdict): URL {
  if (verdict.ok) return verdict.url
  const hint =
    verdict.code === 'url_user' ? 'Send them as "authentication" instead.' : 'Send another callback "url".'
  return fail('bad-request', verdict.text, hint)
}

/** The word before credentials in an Authorization header. */
export function requireScheme(authentication: SentPushConfig['authentication']): void {
  if (authentication === undefined || word.test(authentication.scheme)) return
  fail(
    'bad-request',
    '"authentication.scheme" is not the name of a scheme.',
    'Send one word such as "Bearer" or "Basic".',
  )
}

/** Token and credentials go into headers, which lose blanks at their ends. */
export function requireSecrets({ token, authentication }: SentPushConfig): void {
  const secrets = { token, 'authentication.credentials': authentication?.credentials }
  for (const [name, secret] of Object.entries(secrets)) {
    if (secret === undefined || secret.trim() === secret) continue
    fail('bad-request', `"${name}" begins or ends with a blank.`, 'Leave the blank out.')
  }
}

const word = /^[\w!#$%&'*+.^`|~-]+$/
