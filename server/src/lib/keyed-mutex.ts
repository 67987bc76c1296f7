/** Lets those who share a key in one after the other, and everybody else at once. */
export interface Turns<Left> {
  /** Whoever waited is told what the one before has left, which need not be looked up again. */
  take<Done>(key: string, work: (left: Left | undefined) => Promise<Turn<Done, Left>>): Promise<Done>
}

export interface Turn<Done, Left> {
  readonly done: Done
  readonly left?: Left
}

export function createTurns<Left = never>(): Turns<Left> {
  const last = new Map<string, Promise<Turn<unknown, Left>>>()
  return {
    take: async (key, work) => {
      const before = last.get(key)
      const mine =
        before === undefined
          ? work(undefined)
          : before.then(
              ({ left }) => work(left),
              () => work(undefined),
            )
      last.set(key, mine)
      try {
        return (await mine).done
      } finally {
        if (last.get(key) === mine) last.delete(key)
      }
    },
  }
}
