import { formatRemaining } from '../lib/format/format-time.ts'

/** Time since an event, such as `2 d 6 h`; at least a minute. */
export function formatAge(time: string, now: number): string {
  const age = Math.max(60_000, now - Date.parse(time))
  return formatRemaining(new Date(now + age).toISOString(), now) ?? ''
}
