import { CliError } from './errors.ts'

const second = 1000
const unitsMs = { m: 60 * second, h: 3600 * second, d: 86_400 * second, w: 604_800 * second } as const

/**
 * Parses an RFC 3339 timestamp, a date (the end of that day, UTC) or a time relative to now such as `3d` or `-2h`.
 * Returns RFC 3339 with milliseconds.
 */
export function parseTime(input: string, now: Date): string {
  const [, sign = '', count, unit] = /^([+-]?)(\d{1,5})([mhdw])$/.exec(input) ?? []
  if (count !== undefined && isUnit(unit)) {
    const distance = Number(count) * unitsMs[unit] * (sign === '-' ? -1 : 1)
    return new Date(now.getTime() + distance).toISOString()
  }
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(input)
  const isTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i.test(input)
  const parsed = Date.parse(isDate ? `${input}T23:59:59.000Z` : input)
  if ((isDate || isTimestamp) && !Number.isNaN(parsed)) return new Date(parsed).toISOString()
  throw new CliError(
    'usage',
    `"${input}" is not a valid time.`,
    'Enter 2026-12-01, 2026-12-01T12:00:00Z, or a time relative to now such as 3d, 12h or -30m.',
  )
}

function isUnit(unit: string | undefined): unit is keyof typeof unitsMs {
  return unit !== undefined && Object.hasOwn(unitsMs, unit)
}
