import type { Locale } from 'souk-contract'

/** A time as people in this zone write it, with the zone. */
export function timeIn(at: Date, locale: Locale, timeZone: string): string {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone })
  return `${format.format(at)} (${timeZone})`
}

/** Day and time for a line with little space. */
export function shortTimeIn(at: Date, locale: Locale, timeZone: string): string {
  const parts = {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  } as const
  return new Intl.DateTimeFormat(locale, { ...parts, timeZone }).format(at)
}

/** A month such as `2026-10`. */
export function monthIn(month: string, locale: Locale): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
