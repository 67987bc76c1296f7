import { formatDate } from '../../../lib/format/formatters.ts'
import { formatDeadline } from '../../../lib/format/format-time.ts'
import { timeZone } from '../../../lib/format/time-zone.ts'
import { locale } from '../../../messages/locale.ts'
import { say } from '../../../messages/en/webhooks.ts'

const seconds = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** `142 ms`, `10.0 s`. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? say('milliseconds', { count: ms }) : say('seconds', { count: seconds.format(ms / 1000) })
}

const dayMs = 86_400_000

/** `14:20:03` within a day, else with the date. */
export function formatSent(time: string, now: number): string {
  if (now - Date.parse(time) >= dayMs) return formatDeadline(time)
  return formatDate(time, { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: timeZone() })
}
