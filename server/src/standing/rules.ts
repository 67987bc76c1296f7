/** The only table of what callers who are restricted or suspended may still do. Reads are always allowed. Pure. */
import type { Policy, Standing, VerifiedAction } from 'souk-contract'

/** Operations by what they begin. Every other write, such as finishing a running task, belongs to no group. */
const groups: Readonly<Record<VerifiedAction | 'funds', readonly string[]>> = {
  work: [
    'createListing',
    'updateListing',
    'applyToListing',
    'inviteToListing',
    'createPackage',
    'updatePackage',
    'hirePackage',
    'awardTask',
  ],
  posts: ['createPost', 'createComment'],
  payouts: ['requestPayout', 'retryPayout'],
  funds: ['startTopUp', 'fundBalance', 'bootstrapAuthority'],
}

const refusedWhileRestricted: ReadonlySet<string> = new Set(Object.values(groups).flat())

/** Operations that open a task unless their message names one. */
const messages: ReadonlySet<string> = new Set(['sendMessage', 'streamMessage'])

/** Writes that protect the account or object to the decision. */
const allowedWhileSuspended: ReadonlySet<string> = new Set([
  'appealDecision',
  'confirmPassword',
  'endCurrentSession',
  'endSession',
  'deactivateKey',
  'removeAuthority',
  'readNotifications',
  'readThread',
  'updateNotificationPreferences',
  'requestVerification',
  'selectAgent',
])

/** Further writes that stay possible while the market is read-only: they sign people in. */
const signIn: ReadonlySet<string> = new Set(['createSession', 'resetPassword', 'verifyEmail'])

export function isAllowedWhileReadOnly(operation: string): boolean {
  return allowedWhileSuspended.has(operation) || signIn.has(operation)
}

/** Whether the operation begins something that requires a verified email address. */
export function needsVerified(policy: Policy, operation: string, input: unknown): boolean {
  return policy.verifiedFor.some(
    (action) =>
      groups[action].includes(operation) ||
      (action === 'work' && messages.has(operation) && opensTask(input)),
  )
}

/** Writes of people who have not consented to the terms of service: consent, sign-in, and what protects or ends the account. */
const allowedWithoutConsent: ReadonlySet<string> = new Set([
  'acceptMarketTerms',
  'deleteMe',
  'restoreMe',
  'updateApprovalGate',
])

/** Version of the terms of service that a session needs for this write; undefined if it needs none. */
export function neededTerms({ terms }: Policy, operation: string, now: Date): number | undefined {
  if (terms === null || new Date(terms.effectiveAt) > now) return undefined
  return allowedWithoutConsent.has(operation) || isAllowedWhileReadOnly(operation) ? undefined : terms.version
}

export function isPayout(operation: string): boolean {
  return groups.payouts.includes(operation)
}

export function isAllowed(standing: Standing, operation: string, input: unknown): boolean {
  switch (standing) {
    case 'good':
      return true
    case 'restricted':
      return !refusedWhileRestricted.has(operation) && !(messages.has(operation) && opensTask(input))
    case 'suspended':
      return allowedWhileSuspended.has(operation)
  }
}

function opensTask(input: unknown): boolean {
  const message = memberOf(input, 'message')
  const taskId = memberOf(message, 'taskId')
  return taskId === undefined || taskId === ''
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined
}

const severity: Readonly<Record<Standing, number>> = { good: 0, restricted: 1, suspended: 2 }

export function strictest(standings: readonly Standing[]): Standing {
  return standings.reduce((worst, next) => (severity[next] > severity[worst] ? next : worst), 'good')
}
