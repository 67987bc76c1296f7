import { after, day } from './clock.ts'

/** When people are warned of a deadline: a day before, or with a tenth of a shorter time left. */
export function warnAt(now: Date, due: Date): Date {
  const left = due.getTime() - now.getTime()
  return after(due, left > day ? -day : -left / 10)
}
