/** Semaphore: at most `count` holders at a time; waiters are served in order. */
export interface ConcurrencyLimit {
  /** Resolves when a slot is free. Every `acquire` needs one `release`. */
  acquire(): Promise<void>
  release(): void
}

export function createConcurrencyLimit(count: number): ConcurrencyLimit {
  const waiters: (() => void)[] = []
  let free = count
  return {
    acquire: () => {
      if (free > 0) {
        free -= 1
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        waiters.push(resolve)
      })
    },
    release: () => {
      const next = waiters.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
