import { setTimeout as delay } from 'node:timers/promises'
import { startChild, type Child } from '../lib/child-process.ts'

/** What every event that counts holds once; its first letter stands nowhere else in it. */
export const mark = '~bench-mark'

/** Those who read streams. */
export interface Audience {
  /** Opens a stream for each path, all at the same server. */
  open(origin: string, requests: readonly Opening[]): Promise<void>
  /** Waits until so many events have arrived since the streams were opened; answers what the first of all came in. */
  heard(count: number): Promise<string>
  /** Leaves, and answers how many events each stream got. */
  leave(): Promise<readonly number[]>
  stop(): Promise<void>
}

export interface Opening {
  readonly path: string
  readonly key?: string
}

export function gatherAudience(): Audience {
  const reader: Child = startChild(new URL('subscriber-process.ts', import.meta.url))
  return {
    open: async (origin, openings) => {
      const { host, port } = new URL(origin)
      const requests = openings.map((opening) => requestOf(host, opening))
      const { refusal } = await reader.ask({ port: Number(port), requests })
      if (refusal !== undefined) throw new Error(`a stream was refused: ${JSON.stringify(refusal)}`)
    },
    heard: async (count) => {
      const { arrived, sample } = await reader.ask({ until: count })
      if (Number(arrived) < count) throw new Error(`${String(arrived)} of ${count} events arrived`)
      return String(sample)
    },
    leave: async () => {
      const { counts } = await reader.ask({})
      // The server counts streams, and needs a moment to see that these have gone.
      await delay(1000)
      return Object(counts)
    },
    stop: reader.stop,
  }
}

function requestOf(host: string, { path, key }: Opening): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: text/event-stream',
    'A2A-Version: 1.0',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
