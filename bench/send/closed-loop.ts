/** Load of a Node child process: each connection sends one message after the other, as wrk does. */
import type { Payload } from '../lib/child-process.ts'

export interface Load {
  readonly origin: string
  readonly keys: readonly string[]
  readonly names: readonly string[]
  readonly connections: number
  readonly seconds: number
}

/** An open connection that sends prepared requests. */
export interface Connection {
  /** Sends a message with this id; resolves when the whole response has arrived. */
  send(key: string, name: string, id: string): Promise<void>
  close(): void
}

/** All ids have this length, so that a prepared request only needs the id replaced. */
const idLength = 20
export const placeholder = 'x'.repeat(idLength)
export const words = 'Please translate the letter that I sent you yesterday into English, and keep its tone.'

let sent = 0
const prefix = Date.now().toString(36)

export async function runLoad(load: Load, open: (load: Load) => Connection): Promise<Payload> {
  const { keys, names, connections, seconds } = load
  const latencies: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  const work = async () => {
    const connection = open(load)
    while (performance.now() < end) {
      const begun = performance.now()
      await connection.send(pick(keys), pick(names), `${prefix}-${++sent}`.padEnd(idLength, '.'))
      latencies.push(performance.now() - begun)
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: connections }, work))
  const sorted = latencies.toSorted((left, right) => left - right)
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const value = latencies.length / ((performance.now() - start) / 1000)
  return { value, more: { p50: percentile(0.5), p99: percentile(0.99) } }
}

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}

/** A copy of a prepared body with the id in place. */
export function withId(template: Buffer, id: string): Buffer {
  const body = Buffer.from(template)
  body.write(id, body.indexOf(placeholder))
  return body
}
