/** Stores the position of a worker in the event stream. */
export interface PositionStore {
  load(): Promise<string | undefined>
  save(position: string): Promise<void>
}

/** Keeps the position in memory. After a restart, open tasks are found by listing them. */
export function memoryStore(): PositionStore {
  let stored: string | undefined
  return {
    load: async () => stored,
    save: async (position) => {
      stored = position
    },
  }
}
