/** The brand as the texts of a form, and back. Pure. */
import type { Policy } from 'souk-contract'
import { isHttpUrl } from '../../lib/parse/http-url.ts'
import { say } from '../../messages/en/operator-policy.ts'

type OptionalName = 'accentColor' | 'mailSender' | 'legalUrl' | 'privacyUrl' | 'supportUrl' | 'supportEmail'
type BrandName = OptionalName | 'marketName'
export type BrandValues = Readonly<Record<BrandName, string>>

export function brandTexts(policy: Policy): BrandValues {
  return {
    marketName: policy.marketName,
    accentColor: policy.accentColor ?? '',
    mailSender: policy.mailSender ?? '',
    legalUrl: policy.legalUrl ?? '',
    privacyUrl: policy.privacyUrl ?? '',
    supportUrl: policy.supportUrl ?? '',
    supportEmail: policy.supportEmail ?? '',
  }
}

/** An invalid color keeps the current one; the form refuses it before. */
export function brandOf(values: BrandValues, current: Policy): Pick<Policy, BrandName> {
  const text = (name: OptionalName) => (values[name].trim() === '' ? null : values[name].trim())
  return {
    marketName: values.marketName.trim(),
    accentColor: text('accentColor') === null ? null : (colorIn(values.accentColor) ?? current.accentColor),
    mailSender: text('mailSender'),
    legalUrl: text('legalUrl'),
    privacyUrl: text('privacyUrl'),
    supportUrl: text('supportUrl'),
    supportEmail: text('supportEmail'),
  }
}

/** A color as people type it: `#0E5A63`, `0e5a63` or `#abc`; undefined when it is none. */
export function colorIn(text: string): string | undefined {
  const [, digits] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text.trim().toLowerCase()) ?? []
  if (digits === undefined) return undefined
  return digits.length === 6 ? `#${digits}` : `#${[...digits].map((digit) => digit + digit).join('')}`
}

export function brandProblems(values: BrandValues): { [Name in BrandName]?: string | undefined } {
  const unlessEmpty = (text: string, isValid: (trimmed: string) => boolean, problem: string) =>
    text.trim() === '' || isValid(text.trim()) ? undefined : problem
  const url = (text: string) => unlessEmpty(text, isHttpUrl, say('urlInvalid'))
  return {
    marketName: values.marketName.trim() === '' ? say('marketNameMissing') : undefined,
    accentColor: unlessEmpty(values.accentColor, (text) => colorIn(text) !== undefined, say('colorInvalid')),
    mailSender: unlessEmpty(values.mailSender, (text) => !/[<>@"]/.test(text), say('mailSenderInvalid')),
    legalUrl: url(values.legalUrl),
    privacyUrl: url(values.privacyUrl),
    supportUrl: url(values.supportUrl),
    supportEmail: unlessEmpty(
      values.supportEmail,
      (text) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
      say('emailInvalid'),
    ),
  }
}
