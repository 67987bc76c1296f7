/** Per-key mutex: work that shares a key runs in order of arrival, other keys run concurrently. */
interface KeyedMutex<Handover> {
  /**
   * Runs `work` as the only holder of the key. Queued work receives the state of the previous holder, which saves reading
   * it again; undefined if the previous holder failed.
   */
  run<Result>(
    key: string,
    work: (handover: Handover | undefined) => Promise<Released<Result, Handover>>,
  ): Promise<Result>
}

interface Released<Result, Handover> {
  readonly result: Result
  readonly handover?: Handover
}

export function createKeyedMutex<Handover = never>(): KeyedMutex<Handover> {
  const last = new Map<string, Promise<Released<unknown, Handover>>>()
  return {
    run: async (key, work) => {
      const previous = last.get(key)
      const current =
        previous === undefined
          ? work(undefined)
          : previous.then(
              ({ handover }) => work(handover),
              () => work(undefined),
            )
      last.set(key, current)
      try {
        return (await current).result
      } finally {
        if (last.get(key) === current) last.delete(key)
      }
    },
  }
}
