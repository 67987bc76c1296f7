/**
 * Abortable timeout. Not AbortSignal.timeout with AbortSignal.any: a timer that only a combined signal refers to is
 * garbage collected and never fires.
 */
interface Deadline {
  readonly signal: AbortSignal
  /** Must be called at the end, or the timer keeps the process alive. */
  cancel(): void
}

/** Aborts after a time, or when another signal does. */
export function startDeadline(milliseconds: number, other?: AbortSignal): Deadline {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, milliseconds)
  other?.addEventListener('abort', abort, { once: true })
  if (other?.aborted === true) abort()
  return {
    signal: controller.signal,
    cancel: () => {
      clearTimeout(timer)
      other?.removeEventListener('abort', abort)
    },
  }
}
