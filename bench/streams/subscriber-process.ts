/** Child process with many stream subscribers. It only counts marks, to keep its own cost low. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { respondToParent, type Payload } from '../lib/child-process.ts'
import { mark } from './subscribers.ts'

interface Stream {
  readonly socket: Socket
  /** Marks received. */
  count: number
  /** End of the last chunk when it may be the beginning of a mark. */
  rest: Buffer
}

const needle = Buffer.from(mark)
const nothing = Buffer.alloc(0)
const concurrentOpens = 100
const attemptsMax = 5
const timeoutMs = 60_000
/** Shared read buffer: each read is processed synchronously before the next one. */
const readBuffer = Buffer.alloc(64 * 1024)

let streams: Stream[] = []
let arrived = 0
let sample = ''
const waiting = new Set<{ readonly count: number; readonly done: () => void }>()

respondToParent(async (request) => {
  if ('requests' in request) return open(Number(request['port']), Object(request['requests']))
  if ('until' in request) return until(Number(request['until']))
  return close()
})

/** Opens a stream for each request; returns the last rejection, if any. */
async function open(port: number, requests: readonly string[]): Promise<Payload> {
  const left = [...requests.entries()].toReversed()
  let refusal: string | undefined
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [number, request] = next
      refusal = (await openWithRetries(port, number, request)) ?? refusal
    }
  }
  await Promise.all(Array.from({ length: concurrentOpens }, work))
  return { refusal }
}

/** Retries a rejected stream. */
async function openWithRetries(port: number, number: number, request: string): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const refusal = await openOne(port, number, request)
    if (refusal === undefined || attempt === attemptsMax) return refusal
    await delay(1000)
  }
}

/** Resolves with the beginning of the response when it is not a stream. */
function openOne(port: number, number: number, request: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let isOpen = false
    const callback = (length: number) => {
      const bytes = readBuffer.subarray(0, length)
      if (!isOpen) resolve(bytes.includes(' 200 ') ? undefined : bytes.toString().slice(0, 1000))
      isOpen = true
      receive(stream, bytes)
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: readBuffer, callback } })
    const stream: Stream = { socket, count: 0, rest: nothing }
    streams[number] = stream
    socket.on('error', (error) => resolve(String(error)))
    socket.write(request)
  })
}

function receive(stream: Stream, bytes: Buffer): void {
  const text = stream.rest.length === 0 ? bytes : Buffer.concat([stream.rest, bytes])
  let after = 0
  for (let at = text.indexOf(needle); at !== -1; at = text.indexOf(needle, after)) {
    after = at + needle.length
    if (sample === '') sample = text.toString()
    stream.count += 1
    arrived += 1
  }
  stream.rest = partialMark(text.subarray(after))
  for (const waiter of waiting) if (arrived >= waiter.count) waiter.done()
}

/** The end of the text that may be the beginning of a mark. */
function partialMark(text: Buffer): Buffer {
  const at = text.lastIndexOf(needle.subarray(0, 1))
  return at === -1 || at <= text.length - needle.length ? nothing : Buffer.from(text.subarray(at))
}

/** Resolves when this many marks have arrived, or after the timeout. */
function until(count: number): Promise<Payload> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      waiting.delete(waiter)
      resolve({ arrived, sample })
    }
    const waiter = { count, done }
    const timer = setTimeout(done, timeoutMs)
    waiting.add(waiter)
    if (arrived >= count) done()
  })
}

/** Closes all streams and returns the number of marks of each, in the order of the requests. */
async function close(): Promise<Payload> {
  const counts = streams.map(({ count }) => count)
  // A reset avoids TIME_WAIT, which would exhaust the ports.
  for (const { socket } of streams) socket.resetAndDestroy()
  streams = []
  arrived = 0
  return { counts }
}
