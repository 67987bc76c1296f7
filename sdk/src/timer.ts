/** Timers of any length. `setTimeout` itself fires after 1 ms if the delay exceeds 2^31 − 1 ms. */
const delayMsMax = 2 ** 31 - 1

/** Calls `expire` once after the delay, and never after `Infinity`. Returns a function that cancels the timer. */
export function startTimer(expire: () => void, delayMs: number): () => void {
  if (Number.isNaN(delayMs)) throw new RangeError('A time limit or delay must be a number of milliseconds.')
  let timer: ReturnType<typeof setTimeout> | undefined
  const arm = (restMs: number) => {
    const partMs = Math.min(restMs, delayMsMax)
    timer = setTimeout(() => (restMs > partMs ? arm(restMs - partMs) : expire()), partMs)
  }
  arm(delayMs)
  return () => clearTimeout(timer)
}
