import { say } from '../../messages/en/ui.ts'
import { formatDate } from './formatters.ts'
import { calendarDay, timeZone } from './time-zone.ts'

/** Short times of lists and conversations, in the time zone of the account. */
const dayMs = 86_400_000

/** `14:38`, `Yesterday`, `Fri`, `9 Nov`, `9 Nov 2025`. */
export function formatRecent(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days <= 0) return formatClock(time)
  if (days === 1) return say('yesterday')
  if (days >= 7) return dateOf(time, now)
  return formatDate(time, { weekday: 'short', timeZone: timeZone() })
}

/** `Today`, `Yesterday`, `9 Nov`. */
export function dayOf(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days <= 0) return say('today')
  return days === 1 ? say('yesterday') : dateOf(time, now)
}

/** `14:38`. */
export function formatClock(time: string): string {
  return formatDate(time, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: timeZone(),
  })
}

function dateOf(time: string, now: number): string {
  const isOtherYear = calendarDay(Date.parse(time)).year !== calendarDay(now).year
  return formatDate(time, {
    day: 'numeric',
    month: 'short',
    timeZone: timeZone(),
    ...(isOtherYear ? { year: 'numeric' } : {}),
  })
}

/** Calendar days between; a day of 23 or 25 hours counts as one. */
function daysSince(time: string, now: number): number {
  const dayNumber = (moment: number) => {
    const { year, month, day } = calendarDay(moment)
    return Date.UTC(year, month, day) / dayMs
  }
  return dayNumber(now) - dayNumber(Date.parse(time))
}
