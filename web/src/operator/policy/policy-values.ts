/** The policy as the texts of a form, and back. Pure. */
import type { Category, Policy } from 'souk-contract'
import { signUpModes, verifiedActions } from 'souk-contract'
import { amountText, parseAmount } from '../../lib/parse/amount-input.ts'
import { brandOf, brandTexts, type BrandValues } from './brand-values.ts'
import { invoicingOf, invoicingTexts, type InvoicingValues } from './invoicing-values.ts'
import { numberNames, parseNumber, textOfNumber, type NumberName } from './number-settings.ts'
import { retentionOf, retentionTexts, type RetentionValues } from './retention-values.ts'

type TextName =
  | 'readOnly'
  | 'payouts'
  | 'signUp'
  | 'signUpDomains'
  | 'verifiedFor'
  | 'categories'
  | 'approvalAbove'
  | 'bannerText'
  | 'bannerLevel'

export type PolicyValues = Readonly<Record<TextName | NumberName, string>> &
  RetentionValues &
  InvoicingValues &
  BrandValues

export function valuesOf(policy: Policy, currency: string): PolicyValues {
  const numbers: Partial<Record<NumberName, string>> = {}
  for (const name of numberNames) numbers[name] = textOfNumber(name, policy[name], currency)
  const text = (name: NumberName) => numbers[name] ?? ''
  return {
    ...retentionTexts(policy),
    ...invoicingTexts(policy),
    ...brandTexts(policy),
    readOnly: policy.readOnly ? 'on' : 'off',
    payouts: policy.payouts ? 'on' : 'off',
    signUp: policy.signUp,
    signUpDomains: policy.signUpDomains.join(', '),
    verifiedFor: policy.verifiedFor.join(' '),
    categories: JSON.stringify(policy.categories),
    approvalAbove:
      policy.approvalAbove === null ? '' : amountText({ amount: policy.approvalAbove, currency }),
    bannerText: policy.banner?.text ?? '',
    bannerLevel: policy.banner?.level ?? 'info',
    feeBps: text('feeBps'),
    minPrice: text('minPrice'),
    reviewHours: text('reviewHours'),
    maxRevisions: text('maxRevisions'),
    disputeDays: text('disputeDays'),
    offerHours: text('offerHours'),
    openTasksMax: text('openTasksMax'),
    listingsMax: text('listingsMax'),
    fileBytesMax: text('fileBytesMax'),
    storageBytes: text('storageBytes'),
    storageBytesUnverified: text('storageBytesUnverified'),
    invitationsPerDay: text('invitationsPerDay'),
    rateLimitPercent: text('rateLimitPercent'),
    mailsPerDay: text('mailsPerDay'),
  }
}

/** The policy that the form describes. Invalid fields keep their current value; the form refuses them before. */
export function policyOf(values: PolicyValues, current: Policy, currency: string): Policy {
  const numbers: Partial<Record<NumberName, number>> = {}
  for (const name of numberNames) numbers[name] = parseNumber(name, values[name], currency) ?? current[name]
  return {
    ...current,
    ...retentionOf(values, current),
    ...invoicingOf(values),
    ...brandOf(values, current),
    ...numbers,
    readOnly: values.readOnly === 'on',
    payouts: values.payouts === 'on',
    signUp: signUpModes.find((mode) => mode === values.signUp) ?? current.signUp,
    signUpDomains: values.signUpDomains
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((domain) => domain !== ''),
    verifiedFor: verifiedActions.filter((action) => values.verifiedFor.split(' ').includes(action)),
    categories: categoriesIn(values.categories),
    approvalAbove:
      values.approvalAbove.trim() === ''
        ? null
        : (parseAmount(values.approvalAbove, currency) ?? current.approvalAbove),
    banner:
      values.bannerText.trim() === ''
        ? null
        : { text: values.bannerText.trim(), level: values.bannerLevel === 'warning' ? 'warning' : 'info' },
  }
}

/** The form holds texts only, so the list of categories travels as JSON that this file has written. */
export function categoriesIn(text: string): Category[] {
  const parsed: unknown = JSON.parse(text)
  return Array.isArray(parsed) ? parsed.filter(isCategory) : []
}

function isCategory(value: unknown): value is Category {
  return typeof value === 'object' && value !== null && 'slug' in value && 'name' in value
}

/** Slug of a name: `Design & Media` becomes `design-media`. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '')
}

/** Values of a form over a newer policy: fields that a person has edited stay, others follow. */
export function rebased(values: PolicyValues, before: PolicyValues, after: PolicyValues): PolicyValues {
  const edited = Object.entries(values).filter(([name, value]) => Reflect.get(before, name) !== value)
  return { ...after, ...Object.fromEntries(edited) }
}

export interface PolicyDifference {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

/** Fields of `after` whose values differ. */
export function differencesOf(before: object, after: object): readonly PolicyDifference[] {
  const former = new Map<string, unknown>(Object.entries(before))
  return Object.entries(after).flatMap(([name, value]): PolicyDifference[] =>
    JSON.stringify(former.get(name)) === JSON.stringify(value)
      ? []
      : [{ name, before: former.get(name), after: value }],
  )
}
