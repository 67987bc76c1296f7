/** The policy as the texts of a form, and back. Pure. */
import type { Policy } from 'souk-contract'
import { signUpModes, verifiedActions } from 'souk-contract'
import { amountText, parseAmount } from '../../lib/amount-input.ts'

export type PolicyValues = Readonly<
  Record<
    | 'readOnly'
    | 'payouts'
    | 'signUp'
    | 'signUpDomains'
    | 'verifiedFor'
    | 'fee'
    | 'minPrice'
    | 'openTasksMax'
    | 'mailsPerDay'
    | 'approvalAbove'
    | 'bannerText'
    | 'bannerLevel'
    | 'legalUrl'
    | 'supportUrl',
    string
  >
>

export function valuesOf(policy: Policy, currency: string): PolicyValues {
  return {
    readOnly: policy.readOnly ? 'on' : 'off',
    payouts: policy.payouts ? 'on' : 'off',
    signUp: policy.signUp,
    signUpDomains: policy.signUpDomains.join(', '),
    verifiedFor: policy.verifiedFor.join(' '),
    fee: String(policy.feeBps / 100),
    minPrice: amountText({ amount: policy.minPrice, currency }),
    openTasksMax: String(policy.openTasksMax),
    mailsPerDay: String(policy.mailsPerDay),
    approvalAbove:
      policy.approvalAbove === null ? '' : amountText({ amount: policy.approvalAbove, currency }),
    bannerText: policy.banner?.text ?? '',
    bannerLevel: policy.banner?.level ?? 'info',
    legalUrl: policy.legalUrl ?? '',
    supportUrl: policy.supportUrl ?? '',
  }
}

/** Percent as typed, with a point or a comma, to basis points; undefined when it is invalid. */
export function parseFee(text: string): number | undefined {
  if (!/^\d{1,2}([.,]\d{1,2})?$/.test(text.trim())) return undefined
  const bps = Math.round(Number(text.trim().replace(',', '.')) * 100)
  return bps <= 5000 ? bps : undefined
}

export function parseCount(text: string, max: number): number | undefined {
  const count = /^\d{1,7}$/.test(text.trim()) ? Number(text) : 0
  return count >= 1 && count <= max ? count : undefined
}

/** The policy that the form describes. Invalid fields keep their current value; the form refuses them before. */
export function policyOf(values: PolicyValues, current: Policy, currency: string): Policy {
  return {
    ...current,
    readOnly: values.readOnly === 'on',
    payouts: values.payouts === 'on',
    signUp: signUpModes.find((mode) => mode === values.signUp) ?? current.signUp,
    signUpDomains: values.signUpDomains
      .toLowerCase()
      .split(/[\s,;]+/)
      .filter((domain) => domain !== ''),
    verifiedFor: verifiedActions.filter((action) => values.verifiedFor.split(' ').includes(action)),
    feeBps: parseFee(values.fee) ?? current.feeBps,
    minPrice: parseAmount(values.minPrice, currency) ?? current.minPrice,
    openTasksMax: parseCount(values.openTasksMax, 1_000_000) ?? current.openTasksMax,
    mailsPerDay: parseCount(values.mailsPerDay, 10_000) ?? current.mailsPerDay,
    approvalAbove:
      values.approvalAbove.trim() === ''
        ? null
        : (parseAmount(values.approvalAbove, currency) ?? current.approvalAbove),
    banner:
      values.bannerText.trim() === ''
        ? null
        : { text: values.bannerText.trim(), level: values.bannerLevel === 'warning' ? 'warning' : 'info' },
    legalUrl: values.legalUrl.trim() === '' ? null : values.legalUrl.trim(),
    supportUrl: values.supportUrl.trim() === '' ? null : values.supportUrl.trim(),
  }
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
