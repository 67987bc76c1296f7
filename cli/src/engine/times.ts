/** Times as people write and read them. */
import { Refused } from './refused.ts'

const second = 1000
const unitsMs = { m: 60 * second, h: 3600 * second, d: 86_400 * second, w: 604_800 * second } as const

/** RFC 3339 with milliseconds, from a moment, a day (its end, UTC) or a time from now such as `3d` or `-2h`. */
export function timeOf(given: string, now: Date): string {
  const [, sign = '', count, unit] = /^([+-]?)(\d{1,5})([mhdw])$/.exec(given) ?? []
  if (count !== undefined && isUnit(unit)) {
    const distance = Number(count) * unitsMs[unit] * (sign === '-' ? -1 : 1)
    return new Date(now.getTime() + distance).toISOString()
  }
  const day = /^\d{4}-\d{2}-\d{2}$/.test(given)
  const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i.test(given)
  const parsed = Date.parse(day ? `${given}T23:59:59.000Z` : given)
  if ((day || moment) && !Number.isNaN(parsed)) return new Date(parsed).toISOString()
  throw new Refused(
    'usage',
    `"${given}" is not a time.`,
    'Write 2026-12-01, 2026-12-01T12:00:00Z, or a time from now such as 3d, 12h or -30m.',
  )
}

function isUnit(unit: string | undefined): unit is keyof typeof unitsMs {
  return unit !== undefined && Object.hasOwn(unitsMs, unit)
}

const steps = [
  { limitMs: 60 * second, unitMs: second, name: 's' },
  { limitMs: 60 * 60 * second, unitMs: 60 * second, name: 'min' },
  { limitMs: 48 * 3600 * second, unitMs: 3600 * second, name: 'h' },
  { limitMs: 60 * 86_400 * second, unitMs: 86_400 * second, name: 'days' },
] as const

/** `5 min ago`, `in 3 days`; the day itself when it is far away. */
export function relative(at: string, now: Date): string {
  const distance = Date.parse(at) - now.getTime()
  if (Number.isNaN(distance)) return at
  const size = Math.abs(distance)
  const step = steps.find(({ limitMs }) => size < limitMs)
  if (step === undefined) return at.slice(0, 10)
  if (size < 2 * second) return 'now'
  const amount = `${Math.floor(size / step.unitMs)} ${step.name}`
  return distance < 0 ? `${amount} ago` : `in ${amount}`
}
