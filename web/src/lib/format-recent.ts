import { say } from '../messages/en/ui.ts'
import { formatLocale } from '../messages/locale.ts'

/** Short times of lists and conversations, in the browser's time zone. */
const dayMs = 86_400_000

/** `14:38`, `Yesterday`, `Fri`, `9 Nov`, `9 Nov 2025`. */
export function formatRecent(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days <= 0) return formatClock(time)
  if (days === 1) return say('yesterday')
  return days < 7 ? new Date(time).toLocaleDateString(formatLocale, { weekday: 'short' }) : dateOf(time, now)
}

/** `Today`, `Yesterday`, `9 Nov`. */
export function dayOf(time: string, now: number): string {
  const days = daysSince(time, now)
  if (days <= 0) return say('today')
  return days === 1 ? say('yesterday') : dateOf(time, now)
}

/** `14:38`. */
export function formatClock(time: string): string {
  return new Date(time).toLocaleTimeString(formatLocale, { hour: '2-digit', minute: '2-digit' })
}

function dateOf(time: string, now: number): string {
  const isOtherYear = new Date(time).getFullYear() !== new Date(now).getFullYear()
  return new Date(time).toLocaleDateString(formatLocale, {
    day: 'numeric',
    month: 'short',
    ...(isOtherYear ? { year: 'numeric' } : {}),
  })
}

/** Calendar days between; a day of 23 or 25 hours counts as one. */
function daysSince(time: string, now: number): number {
  const midnight = (moment: Date) =>
    new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  return Math.round((midnight(new Date(now)) - midnight(new Date(time))) / dayMs)
}
