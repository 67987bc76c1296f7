/** So many at once, the others in the order in which they came. */
export interface Slots {
  /** Resolves when there is a place; whoever has one gives it back. */
  take(): Promise<void>
  giveBack(): void
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count
  return {
    take: () => {
      if (free > 0) {
        free -= 1
        return Promise.resolve()
      }
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    giveBack: () => {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    },
  }
}
