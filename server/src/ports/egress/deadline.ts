/**
 * The only way time runs out here. Not AbortSignal.timeout together with AbortSignal.any: a timer to which only a combined
 * signal refers is collected as garbage, and then never strikes.
 */
export interface Deadline {
  readonly signal: AbortSignal
  /** Must be called at the end, or the timer keeps the process alive. */
  cancel(): void
}

/** Strikes after a time, or as soon as another signal does. */
export function startDeadline(milliseconds: number, other?: AbortSignal): Deadline {
  const controller = new AbortController()
  const strike = () => controller.abort()
  const timer = setTimeout(strike, milliseconds)
  other?.addEventListener('abort', strike, { once: true })
  if (other?.aborted === true) strike()
  return {
    signal: controller.signal,
    cancel: () => {
      clearTimeout(timer)
      other?.removeEventListener('abort', strike)
    },
  }
}
