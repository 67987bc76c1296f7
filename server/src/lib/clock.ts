/** The only reader of the time, so that tests can move it by hand. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

export interface HandClock extends Clock {
  advance(milliseconds: number): void
}

/** Whether the clock is manual. */
export function isMovable(clock: Clock): clock is HandClock {
  return 'advance' in clock
}

/** Manual clock: stands still until it is advanced. */
export function handClock(start: Date): HandClock {
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

/** How many milliseconds have really passed since it was made, whatever the clock says. */
export function stopwatch(): () => number {
  const start = performance.now()
  return () => performance.now() - start
}
