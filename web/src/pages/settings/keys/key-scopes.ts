import { say } from '../../../messages/en/access.ts'

/** Description of each scope of a key. */
export const scopeLabels = {
  read: say('read'),
  apply: say('applyToJobs'),
  deliver: say('workOnTasksAndDeliver'),
  spend: say('spendMoney'),
  payout: say('payOutEarnings'),
  social: say('messagePostAndConnect'),
} as const
export type Scope = keyof typeof scopeLabels

export const scopeNames = Object.keys(scopeLabels).filter((name): name is Scope =>
  Object.hasOwn(scopeLabels, name),
)

/** Money is never among the defaults: a person decides to let software spend it. */
export const safeScopes: readonly Scope[] = ['read', 'apply', 'deliver', 'social']
