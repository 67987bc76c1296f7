/** Retry policy: which failures are retried, and after which delay. */
import { SoukError } from './error.ts'
import { startTimer } from './timer.ts'

const backoffMs = 250
/** Longer delays are left to the caller. */
const retryDelayMsMax = 30_000

/** Undefined if a retry would not help, or only after a longer delay. */
export function delayBeforeRetry(error: unknown, failures: number): number | undefined {
  if (!(error instanceof SoukError) || !isTransient(error)) return undefined
  if (error.retryAfter === undefined) return backoff(backoffMs, failures)
  const requestedMs = error.retryAfter * 1000
  return requestedMs <= retryDelayMsMax ? requestedMs : undefined
}

/** Whether a retry can succeed soon: unreachable, rate-limited, or the first attempt is still running. */
export function isTransient({ kind, retryAfter }: SoukError): boolean {
  return (
    kind === 'unavailable' ||
    kind === 'too-many-requests' ||
    (kind === 'conflict' && retryAfter !== undefined)
  )
}

/** Exponential backoff with jitter, so that clients do not reconnect in lockstep. */
export function backoff(baseMs: number, failures: number): number {
  const delayMs = Math.min(baseMs * 2 ** failures, Math.max(baseMs, retryDelayMsMax))
  return delayMs * (1 + Math.random() / 2)
}

export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      cancel()
      reject(signal?.reason)
    }
    const cancel = startTimer(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
