/** Settings that are numbers: their unit and bounds. The form, its validation and the history follow this table. Pure. */
import type { Policy } from 'souk-contract'
import { amountText, parseAmount } from '../../lib/parse/amount-input.ts'

type Unit = 'percent' | 'money' | 'count' | 'megabytes'

interface NumberSetting {
  readonly unit: Unit
  readonly min: number
  readonly max: number
}

const megabyte = 1_000_000
const bytes: NumberSetting = { unit: 'megabytes', min: megabyte, max: 1_000_000 * megabyte }
const count = (min: number, max: number): NumberSetting => ({ unit: 'count', min, max })

export const numberSettings = {
  feeBps: { unit: 'percent', min: 0, max: 5000 },
  minPrice: { unit: 'money', min: 0, max: 1_000_000_000 },
  reviewHours: count(1, 720),
  maxRevisions: count(0, 20),
  disputeDays: count(3, 90),
  offerHours: count(1, 336),
  openTasksMax: count(1, 1_000_000),
  listingsMax: count(1, 10_000),
  fileBytesMax: bytes,
  storageBytes: bytes,
  storageBytesUnverified: bytes,
  invitationsPerDay: count(0, 100_000),
  rateLimitPercent: count(10, 1000),
  mailsPerDay: count(1, 10_000),
} as const satisfies Partial<Record<keyof Policy, NumberSetting>>

export type NumberName = keyof typeof numberSettings

export const numberNames = Object.keys(numberSettings).filter(isNumberName)

export function isNumberName(name: string): name is NumberName {
  return Object.hasOwn(numberSettings, name)
}

/** A value as people type it. */
export function textOfNumber(name: NumberName, value: number, currency: string): string {
  switch (numberSettings[name].unit) {
    case 'percent':
      return String(value / 100)
    case 'money':
      return amountText({ amount: value, currency })
    case 'megabytes':
      return String(value / megabyte)
    case 'count':
      return String(value)
  }
}

/** A typed value, with a point or a comma; undefined when it is invalid or out of bounds. */
export function parseNumber(name: NumberName, text: string, currency: string): number | undefined {
  const { unit, min, max } = numberSettings[name]
  const value = unit === 'money' ? parseAmount(text, currency) : scaled(text, unit)
  return value !== undefined && value >= min && value <= max ? value : undefined
}

const scales: Readonly<Record<Exclude<Unit, 'money'>, { factor: number; digits: number }>> = {
  percent: { factor: 100, digits: 2 },
  megabytes: { factor: megabyte, digits: 6 },
  count: { factor: 1, digits: 0 },
}

function scaled(text: string, unit: Exclude<Unit, 'money'>): number | undefined {
  const { factor, digits } = scales[unit]
  const [, whole, fraction = ''] = /^(\d{1,12})(?:[.,](\d{1,6}))?$/.exec(text.trim()) ?? []
  if (whole === undefined || fraction.length > digits) return undefined
  return Math.round(Number(`${whole}.${fraction}0`) * factor)
}
