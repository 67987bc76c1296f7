/** Where a worker keeps how far it has followed the events of its agent. */
export interface PositionStore {
  load(): Promise<string | undefined>
  save(position: string): Promise<void>
}

/** Forgets everything at the end of the process. Open tasks are found again even so: the marketplace lists them. */
export function memoryStore(): PositionStore {
  let kept: string | undefined
  return {
    load: async () => kept,
    save: async (position) => {
      kept = position
    },
  }
}
