import { setTimeout as delay } from 'node:timers/promises'
import { startChild, type Child } from '../lib/child-process.ts'

/** Occurs once in every counted event; its first character occurs nowhere else in it. */
export const mark = '~bench-mark'

export interface Subscribers {
  /** Opens a stream for each request. */
  open(origin: string, requests: readonly StreamRequest[]): Promise<void>
  /** Waits until this many events have arrived since the streams were opened; returns the first chunk that contains an event. */
  received(count: number): Promise<string>
  /** Closes all streams and returns the number of events on each. */
  close(): Promise<readonly number[]>
  stop(): Promise<void>
}

export interface StreamRequest {
  readonly path: string
  readonly key?: string
}

export function startSubscribers(): Subscribers {
  const child: Child = startChild(new URL('subscriber-process.ts', import.meta.url))
  return {
    open: async (origin, streamRequests) => {
      const { host, port } = new URL(origin)
      const requests = streamRequests.map((streamRequest) => requestOf(host, streamRequest))
      const { refusal } = await child.request({ port: Number(port), requests })
      if (refusal !== undefined) throw new Error(`a stream was rejected: ${JSON.stringify(refusal)}`)
    },
    received: async (count) => {
      const { arrived, sample } = await child.request({ until: count })
      if (Number(arrived) < count) throw new Error(`${String(arrived)} of ${count} events arrived`)
      return String(sample)
    },
    close: async () => {
      const { counts } = await child.request({})
      // The server limits open streams and detects closed ones asynchronously.
      await delay(1000)
      return Object(counts)
    },
    stop: child.stop,
  }
}

function requestOf(host: string, { path, key }: StreamRequest): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Accept: text/event-stream',
    'A2A-Version: 1.0',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}
