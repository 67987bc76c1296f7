interface Counts {
  of(key: string): number
  add(key: string, change: number): void
  /** Keys whose count has reached the limit. */
  atLeast(limit: number): string[]
}

/** Counts per key; a key whose count returns to zero uses no memory. */
export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    of: (key) => counts.get(key) ?? 0,
    add: (key, change) => {
      const count = (counts.get(key) ?? 0) + change
      if (count <= 0) counts.delete(key)
      else counts.set(key, count)
    },
    atLeast: (limit) => [...counts].filter(([, count]) => count >= limit).map(([key]) => key),
  }
}
