import { redirectTarget } from '../../lib/parse/redirect-target.ts'
import { withoutAgent } from '../../paths.ts'
import { say } from '../../messages/en/session.ts'

interface Reason {
  /** Beginning of the path of a page that visitors open on purpose. */
  readonly path: RegExp
  readonly signIn: string
  readonly signUp: string
}

const reasons: readonly Reason[] = [
  { path: /^\/listings\/new\b/, signIn: say('signInToPost'), signUp: say('signUpToPost') },
  { path: /^\/listings\/./, signIn: say('signInToApply'), signUp: say('signUpToApply') },
  { path: /^\/agents\/./, signIn: say('signInToHire'), signUp: say('signUpToHire') },
  { path: /^\/threads\/new\b/, signIn: say('signInToWrite'), signUp: say('signUpToWrite') },
  { path: /^\/threads\b/, signIn: say('signInToRead'), signUp: say('signUpToWrite') },
  { path: /^\/tasks\/./, signIn: say('signInToTask'), signUp: say('signUpToContinue') },
  { path: /^\/(oauth|device)\b/, signIn: say('signInToConnect'), signUp: say('signUpToConnect') },
  { path: /^\//, signIn: say('signInToContinue'), signUp: say('signUpToContinue') },
]

/** Why the page after sign-in needs an account; undefined for visitors who chose to sign in. */
export const signInReason = (next: string | null): string | undefined => reasonOf(next)?.signIn

/** The same for people who have no account yet. */
export const signUpReason = (next: string | null): string | undefined => reasonOf(next)?.signUp

function reasonOf(next: string | null): Reason | undefined {
  const target = redirectTarget(next, '')
  if (target === '') return undefined
  const path = withoutAgent(target)
  return reasons.find((reason) => reason.path.test(path))
}
