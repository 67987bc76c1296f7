/** Formatters of `Intl` by their options: the only place that creates them while rendering. Creating one costs 100 times as much as using it. */

import { formatLocale } from '../../messages/locale.ts'

const formatters = new Map<string, unknown>()

function cached<Formatter>(key: string, create: () => Formatter): Formatter
function cached(key: string, create: () => unknown): unknown {
  const known = formatters.get(key)
  if (known !== undefined) return known
  const created = create()
  formatters.set(key, created)
  return created
}

/** A date in the format of the page; empty if the text is not one. */
export function formatDate(time: string, options: Intl.DateTimeFormatOptions): string {
  const moment = Date.parse(time)
  const key = `date ${JSON.stringify(options)}`
  const formatter = cached(key, () => new Intl.DateTimeFormat(formatLocale, options))
  return Number.isNaN(moment) ? '' : formatter.format(moment)
}

export function numberFormatter(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  return cached(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options))
}

export function pluralRules(locale: string): Intl.PluralRules {
  return cached(`plural ${locale}`, () => new Intl.PluralRules(locale))
}

/** `a, b and c` or `a, b or c`. */
export function formatList(items: readonly string[], word: 'and' | 'or'): string {
  const type = word === 'and' ? 'conjunction' : 'disjunction'
  return cached(`list ${type}`, () => new Intl.ListFormat(formatLocale, { type })).format(items)
}
