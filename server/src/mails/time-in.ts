import type { Locale } from 'souk-contract'

/** A time as people in this zone write it, with the zone. */
export function timeIn(at: Date, locale: Locale, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${format.format(at)} (${timeZone})`
}
