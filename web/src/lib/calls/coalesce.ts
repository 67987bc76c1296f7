interface Timing {
  /** Least time between the starts of two runs for a key. */
  readonly pauseMs: number
  /** A run that takes longer no longer delays the next one. */
  readonly patienceMs: number
}

/**
 * Runs a function per key, one run at a time: calls during a run lead to one more run after it. A caller that calls again and again can
 * neither restart the run before it ends nor multiply its cost.
 */
export function createCoalescer<Key>(
  run: (key: Key) => Promise<unknown>,
  { pauseMs, patienceMs }: Timing,
): (key: Key) => void {
  /** Keys with a run, and whether they were called again during it. */
  const calledAgain = new Map<Key, boolean>()
  const start = async (key: Key): Promise<void> => {
    calledAgain.set(key, false)
    await Promise.all([Promise.race([run(key), delay(patienceMs)]), delay(pauseMs)])
    if (calledAgain.get(key) === true) return start(key)
    calledAgain.delete(key)
  }
  return (key) => {
    if (calledAgain.has(key)) calledAgain.set(key, true)
    else void start(key)
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
