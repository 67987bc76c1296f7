/** When a failed request is worth another try, and how long to wait before. */
import { SoukError } from './error.ts'

const backoffMs = 250
/** A longer wait is the caller's decision. */
const retryDelayMsMax = 30_000

/** Undefined when repeating the request would not help, or only much later. */
export function delayBeforeRetry(error: unknown, failures: number): number | undefined {
  if (!(error instanceof SoukError) || !isPassing(error)) return undefined
  if (error.retryAfter === undefined) return growing(backoffMs, failures)
  const askedMs = error.retryAfter * 1000
  return askedMs <= retryDelayMsMax ? askedMs : undefined
}

/** Whether the same request may succeed a little later: nobody answered, too many asked, or the first one still runs. */
export function isPassing({ kind, retryAfter }: SoukError): boolean {
  return (
    kind === 'unavailable' ||
    kind === 'too-many-requests' ||
    (kind === 'conflict' && retryAfter !== undefined)
  )
}

/** Doubles with every failure, and is never the same for two callers, so that they do not come back all at once. */
export function growing(baseMs: number, failures: number): number {
  const delayMs = Math.min(baseMs * 2 ** failures, Math.max(baseMs, retryDelayMsMax))
  return delayMs * (1 + Math.random() / 2)
}

export function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    if (signal?.aborted === true) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}
