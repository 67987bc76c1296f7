import type { Policy, VerifiedAction } from 'souk-contract'
import { formatFee } from '../../lib/format/format-fee.ts'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/operator-policy.ts'
import { formatLocale } from '../../messages/locale.ts'
import { textField } from '../text-field.ts'
import { isNumberName, numberSettings, type NumberName } from './number-settings.ts'

export const signUpNames: Readonly<Record<Policy['signUp'], string>> = {
  open: say('signUpOpen'),
  invitation: say('signUpInvitation'),
  domains: say('signUpDomainsOnly'),
  closed: say('signUpClosed'),
}

export const sectionNames = {
  controls: say('marketControls'),
  branding: say('branding'),
  access: say('access'),
  fees: say('fees'),
  terms: say('terms'),
  limits: say('limits'),
  invoicing: say('invoicing'),
  retention: say('retention'),
  pages: say('pages'),
} as const
export type SectionName = keyof typeof sectionNames

export const actionNames: Readonly<Record<VerifiedAction, string>> = {
  work: say('verifiedWork'),
  posts: say('verifiedPosts'),
  payouts: say('verifiedPayouts'),
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
  invoicing: say('invoicing'),
  keepSessionsDays: say('keepSessions'),
  keepNotificationsDays: say('keepNotifications'),
  keepDeliveriesDays: say('keepDeliveries'),
  keepMailsDays: say('keepMails'),
  keepSnapshotsDays: say('keepSnapshots'),
  keepDraftsDays: say('keepDrafts'),
  keepTaskContentsDays: say('keepTaskContents'),
  banner: say('banner'),
  terms: say('termsOfService'),
  marketName: say('marketName'),
  logo: say('logo'),
  accentColor: say('accentColor'),
  mailSender: say('mailSender'),
  legalUrl: say('legalUrl'),
  privacyUrl: say('privacyUrl'),
  supportUrl: say('supportUrl'),
  supportEmail: say('supportEmail'),
}

/** A value of the policy in words. */
export function formatValue(name: string, value: unknown, currency: string): string {
  if (name.startsWith('keep'))
    return typeof value === 'number' ? say('days', { count: value }) : say('forever')
  if (value === null || value === undefined || value === '') return say('none')
  if (name === 'feeBps' && typeof value === 'number') return formatFee(value)
  if (name === 'rateLimitPercent' && typeof value === 'number') return formatFee(value * 100)
  if (isNumberName(name) && typeof value === 'number') return formatNumber(name, value, currency)
  if (name === 'approvalAbove' && typeof value === 'number') return formatMoney({ amount: value, currency })
  if (name === 'logo' && typeof value === 'object') return say('ownLogo')
  if (name === 'terms' && typeof value === 'object') return `${Reflect.get(value, 'version')}`
  if (name === 'categories' && Array.isArray(value))
    return value.map(formatCategory).join(', ') || say('none')
  if (name === 'payouts' || name === 'readOnly') return value === true ? say('on') : say('off')
  if (name === 'signUp')
    return Object.entries(signUpNames).find(([mode]) => mode === value)?.[1] ?? JSON.stringify(value)
  if (Array.isArray(value)) return value.length === 0 ? say('none') : value.join(', ')
  if (name === 'invoicing' && typeof value === 'object')
    return Object.values(value).filter(Boolean).join(', ')
  if (typeof value === 'object') return textField(value, 'text') ?? JSON.stringify(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const lengths: { readonly [Name in NumberName]?: string } = {
  reviewHours: 'hour',
  offerHours: 'hour',
  disputeDays: 'day',
}

function formatNumber(name: NumberName, value: number, currency: string): string {
  const { unit } = numberSettings[name]
  if (unit === 'money') return formatMoney({ amount: value, currency })
  const style = name in lengths ? ({ style: 'unit', unit: lengths[name], unitDisplay: 'long' } as const) : {}
  const number = new Intl.NumberFormat(formatLocale, style)
  return unit === 'megabytes' ? `${number.format(value / 1_000_000)} MB` : number.format(value)
}

/** `Design (8%)`; the fee of the market is not repeated. */
function formatCategory(category: unknown): string {
  if (typeof category !== 'object' || category === null) return ''
  const name = textField(category, 'name') ?? ''
  const fee = 'feeBps' in category ? category.feeBps : null
  const isArchived = 'archived' in category && category.archived === true
  const parts = [
    ...(typeof fee === 'number' ? [formatFee(fee)] : []),
    ...(isArchived ? [say('archived')] : []),
  ]
  return parts.length === 0 ? name : `${name} (${parts.join(', ')})`
}

export function fieldName(name: string): string {
  return Object.entries(fieldNames).find(([field]) => field === name)?.[1] ?? name
}
