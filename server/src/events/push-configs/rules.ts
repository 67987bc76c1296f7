import type { PushConfigInput } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { UrlVerdict } from '../../ports/egress/policy.ts'

/** Configs per party and task. */
export const configsMax = 10

/** Refuses a callback URL that the egress policy blocks. */
export function requireCallbackUrl(verdict: UrlVerdict): URL {
  if (verdict.ok) return verdict.url
  const hint = verdict.code === 'url_user' ? 'Use "authentication" for credentials.' : 'Use another "url".'
  return fail('bad-request', verdict.text, hint)
}

/** Scheme of an Authorization header. */
export function requireScheme(authentication: PushConfigInput['authentication']): void {
  if (authentication === undefined || word.test(authentication.scheme)) return
  fail(
    'bad-request',
    '"authentication.scheme" must be a single token.',
    'Use a scheme such as "Bearer" or "Basic".',
  )
}

/** Header values lose leading and trailing spaces. */
export function requireSecrets({ token, authentication }: PushConfigInput): void {
  const secrets = { token, 'authentication.credentials': authentication?.credentials }
  for (const [name, secret] of Object.entries(secrets)) {
    if (secret === undefined || secret.trim() === secret) continue
    fail('bad-request', `"${name}" must not start or end with a space.`, 'Remove the space.')
  }
}

const word = /^[\w!#$%&'*+.^`|~-]+$/
