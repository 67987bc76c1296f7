import type { Policy } from 'souk-contract'
import { formatFee } from '../../lib/format-fee.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { textField } from '../text-field.ts'

export const signUpNames: Readonly<Record<Policy['signUp'], string>> = {
  open: say('signUpOpen'),
  invitation: say('signUpInvitation'),
  domains: say('signUpDomainsOnly'),
  closed: say('signUpClosed'),
}

export const fieldNames: Readonly<Record<keyof Policy, string>> = {
  readOnly: say('readOnly'),
  payouts: say('payouts'),
  signUp: say('signUp'),
  signUpDomains: say('signUpDomains'),
  verifiedFor: say('verifiedFor'),
  feeBps: say('fee'),
  categories: say('categories'),
  minPrice: say('minPrice'),
  reviewHours: say('reviewHours'),
  maxRevisions: say('maxRevisions'),
  disputeDays: say('disputeDays'),
  offerHours: say('offerHours'),
  listingsMax: say('listingsMax'),
  fileBytesMax: say('fileBytesMax'),
  storageBytes: say('storageBytes'),
  storageBytesUnverified: say('storageBytesUnverified'),
  invitationsPerDay: say('invitationsPerDay'),
  rateLimitPercent: say('rateLimitPercent'),
  openTasksMax: say('openTasksMax'),
  mailsPerDay: say('mailsPerDay'),
  approvalAbove: say('approvalAbove'),
  banner: say('banner'),
  legalUrl: say('legalUrl'),
  supportUrl: say('supportUrl'),
}

/** A value of the policy in words. */
export function formatValue(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return say('none')
  if (name === 'feeBps' && typeof value === 'number') return formatFee(value)
  if (name === 'payouts' || name === 'readOnly') return value === true ? say('on') : say('off')
  if (name === 'signUp')
    return Object.entries(signUpNames).find(([mode]) => mode === value)?.[1] ?? JSON.stringify(value)
  if (Array.isArray(value)) return value.length === 0 ? say('none') : value.join(', ')
  if (typeof value === 'object') return textField(value, 'text') ?? JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function fieldName(name: string): string {
  return Object.entries(fieldNames).find(([field]) => field === name)?.[1] ?? name
}
