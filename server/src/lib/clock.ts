/** The only source of the current time, so that tests can control it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface ManualClock extends Clock {
  advance(milliseconds: number): void
}

/** Whether the clock is manual. */
export function isManual(clock: Clock): clock is ManualClock {
  return 'advance' in clock
}

/** Manual clock: time passes only when it is advanced. */
export function manualClock(start: Date): ManualClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance: (milliseconds) => {
      time += milliseconds
    },
  }
}

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

export function after(start: Date, milliseconds: number): Date {
  return new Date(start.getTime() + milliseconds)
}

export function earliest(left: Date, right: Date): Date {
  return left < right ? left : right
}

/** Measures elapsed real time in milliseconds, independent of the clock. */
export function stopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
