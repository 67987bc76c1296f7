import { startTimer } from '../timer.ts'

/** The caller's signal combined with a time limit. */
interface TimeLimit {
  /** Aborted by the caller's signal and by the time limit. */
  readonly signal: AbortSignal
  isExpired(): boolean
  /** Releases the timer and the caller's signal. */
  close(): void
}

export function createTimeLimit(outer: AbortSignal | undefined, timeoutMs = Infinity): TimeLimit {
  const controller = new AbortController()
  let hasExpired = false
  const leave = () => controller.abort(outer?.reason)
  const expire = () => {
    hasExpired = true
    controller.abort(new Error('The time limit has passed.'))
  }
  const cancel = timeoutMs === Infinity ? undefined : startTimer(expire, timeoutMs)
  if (outer?.aborted === true) leave()
  outer?.addEventListener('abort', leave, { once: true })
  return {
    signal: controller.signal,
    isExpired: () => hasExpired,
    close: () => {
      cancel?.()
      outer?.removeEventListener('abort', leave)
    },
  }
}
