import { say } from '../../messages/en/ui.ts'
import { locale } from '../../messages/locale.ts'
import { formatDate } from './formatters.ts'
import { timeZone } from './time-zone.ts'

const units = [
  [60, 'second'],
  [60, 'minute'],
  [24, 'hour'],
  [7, 'day'],
  [4.345, 'week'],
  [12, 'month'],
  [Infinity, 'year'],
] as const

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
const narrow = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' })

/** `3 minutes ago`, `in 2 days`; `3m ago` in a narrow column. */
export function formatRelative(time: string, now: number, style: 'long' | 'narrow' = 'long'): string {
  let amount = (Date.parse(time) - now) / 1000
  // A recent server time can lie in the future when the clocks differ.
  if (amount > 0 && amount < 60) return say('whenNow')
  for (const [size, unit] of units) {
    if (Math.abs(amount) < size)
      return (style === 'long' ? relative : narrow).format(Math.trunc(amount), unit)
    amount /= size
  }
  return time
}

/** Time left: `12 d`, `2 d 4 h`, `12 min`, `0:45`; undefined when it has passed. Hours do not matter in a week. */
export function formatRemaining(time: string, now: number): string | undefined {
  const seconds = Math.floor((Date.parse(time) - now) / 1000)
  if (seconds < 0) return undefined
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor((seconds % 86_400) / 3600)]
  const minutes = Math.floor((seconds % 3600) / 60)
  if (days > 0)
    return hours === 0 || days >= 7
      ? say('remainingWholeDays', { days })
      : say('remainingDays', { days, hours })
  if (hours > 0) return say('remainingHours', { hours, minutes })
  return minutes > 0 ? say('remainingMinutes', { minutes }) : `0:${String(seconds).padStart(2, '0')}`
}

/** Date and time in the time zone of the account. */
export function formatDateTime(time: string): string {
  return formatDate(time, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone(),
  })
}

/** `13 Nov`, in the time zone of the account. */
export function formatDay(time: string): string {
  return formatDate(time, {
    day: 'numeric',
    month: 'short',
    timeZone: timeZone(),
  })
}

/** `14:00`, in the time zone of the account. */
export function formatTimeOfDay(time: string): string {
  return formatDate(time, { timeStyle: 'short', timeZone: timeZone() })
}

/** `17 Nov, 14:00 CET`: a deadline names its time zone. */
export function formatDeadline(time: string): string {
  return formatDate(time, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone(),
    timeZoneName: 'short',
  })
}
