import { redirectTarget } from '../../lib/redirect-target.ts'
import { withoutAgent } from '../../paths.ts'
import { say } from '../../messages/en/session.ts'

/** Pages that visitors open on purpose, by the beginning of their path. */
const reasons: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^\/listings\/new\b/, say('signInToPost')],
  [/^\/listings\/./, say('signInToApply')],
  [/^\/agents\/./, say('signInToHire')],
  [/^\/threads\/new\b/, say('signInToWrite')],
  [/^\/threads\b/, say('signInToRead')],
  [/^\/tasks\/./, say('signInToTask')],
  [/^\/(oauth|device)\b/, say('signInToConnect')],
]

/** Why the page after sign-in needs an account; undefined for visitors who chose to sign in. */
export function signInReason(next: string | null): string | undefined {
  const target = redirectTarget(next, '')
  if (target === '') return undefined
  const path = withoutAgent(target)
  return reasons.find(([pattern]) => pattern.test(path))?.[1] ?? say('signInToContinue')
}
