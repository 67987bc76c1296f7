/** The time zone of the account: the only place that knows in which zone the app shows times. */

let chosen: string | undefined

/** Applies the zone of the account; without one, the zone of the browser applies. A zone that the browser does not know is ignored. */
export function adoptTimeZone(zone: string | undefined): void {
  chosen = zone === undefined || isKnown(zone) ? zone : undefined
}

/** For `Intl`; undefined is the zone of the browser. */
export function timeZone(): string | undefined {
  return chosen
}

/** `Europe/Berlin`, `America/New York`. */
export function timeZoneName(): string {
  return formatterOf(chosen).resolvedOptions().timeZone.replaceAll('_', ' ')
}

interface CalendarDay {
  readonly year: number
  /** From 0, as in `Date`. */
  readonly month: number
  readonly day: number
}

/** Day of a moment in the zone. */
export function calendarDay(time: number): CalendarDay {
  const wall = new Date(time + offsetAt(time))
  return { year: wall.getUTCFullYear(), month: wall.getUTCMonth(), day: wall.getUTCDate() }
}

/** Beginning of a day in the zone. `day` and `month` can be out of range, as in `Date`. */
export function startOfDay({ year, month, day }: CalendarDay): number {
  return momentOf(Date.UTC(year, month, day))
}

/** Value of a `datetime-local` input: wall-clock time in the zone without seconds. */
export function toInputTime(time: string): string {
  const moment = Date.parse(time)
  return new Date(moment + offsetAt(moment)).toISOString().slice(0, 16)
}

/** The moment that a `datetime-local` input means in the zone. */
export function fromInputTime(value: string): string {
  return new Date(momentOf(Date.parse(`${value}Z`))).toISOString()
}

/** The moment at which clocks in the zone show a wall time, which is given as if it were UTC. */
function momentOf(wall: number): number {
  // The offset can change between the guess and the result, so it is read again there.
  return wall - offsetAt(wall - offsetAt(wall))
}

/** Milliseconds that the wall clock of the zone is ahead of UTC. */
function offsetAt(time: number): number {
  const parts = Object.fromEntries(
    formatterOf(chosen)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(time / 1000) * 1000
}

const formatters = new Map<string | undefined, Intl.DateTimeFormat>()

function formatterOf(zone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, made)
  return made
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
