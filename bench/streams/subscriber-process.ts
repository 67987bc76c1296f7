/** Many readers of event streams in one process, as cheap as Node makes them: each mark that arrives is counted, no more. */
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { answering, type Said } from '../lib/child-process.ts'
import { mark } from './subscribers.ts'

interface Stream {
  readonly socket: Socket
  /** Marks that arrived. */
  count: number
  /** The end of what arrived last, if a mark may have begun in it. */
  rest: Buffer
}

const needle = Buffer.from(mark)
const nothing = Buffer.alloc(0)
const openingAtOnce = 100
const triesMax = 5
const patienceMs = 60_000
/** Reads are handled one after the other, so all of them share the place where they arrive. */
const place = Buffer.alloc(64 * 1024)

let streams: Stream[] = []
let arrived = 0
let sample = ''
const waiting = new Set<{ readonly count: number; readonly done: () => void }>()

answering(async (question) => {
  if ('requests' in question) return open(Number(question['port']), Object(question['requests']))
  if ('until' in question) return until(Number(question['until']))
  return close()
})

/** Opens a stream for each request; answers the last refusal, if there was one. */
async function open(port: number, requests: readonly string[]): Promise<Said> {
  const left = [...requests.entries()].toReversed()
  let refusal: string | undefined
  const work = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const [number, request] = next
      refusal = (await openAgain(port, number, request)) ?? refusal
    }
  }
  await Promise.all(Array.from({ length: openingAtOnce }, work))
  return { refusal }
}

/** Whoever is refused comes back some times, as readers do. */
async function openAgain(port: number, number: number, request: string): Promise<string | undefined> {
  for (let tries = 1; ; tries++) {
    const refusal = await openOne(port, number, request)
    if (refusal === undefined || tries === triesMax) return refusal
    await delay(1000)
  }
}

/** Answers the beginning of whatever is not an open stream. */
function openOne(port: number, number: number, request: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let isOpen = false
    const callback = (length: number) => {
      const bytes = place.subarray(0, length)
      if (!isOpen) resolve(bytes.includes(' 200 ') ? undefined : bytes.toString().slice(0, 1000))
      isOpen = true
      receive(stream, bytes)
      return true
    }
    const socket = connect({ port, host: '127.0.0.1', onread: { buffer: place, callback } })
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
  stream.rest = firstPart(text.subarray(after))
  for (const one of waiting) if (arrived >= one.count) one.done()
}

/** As much of the end of a text as may be the first part of a mark. */
function firstPart(text: Buffer): Buffer {
  const at = text.lastIndexOf(needle.subarray(0, 1))
  return at === -1 || at <= text.length - needle.length ? nothing : Buffer.from(text.subarray(at))
}

/** Answers when so many marks have arrived, or when that takes far too long. */
function until(count: number): Promise<Said> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      waiting.delete(one)
      resolve({ arrived, sample })
    }
    const one = { count, done }
    const timer = setTimeout(done, patienceMs)
    waiting.add(one)
    if (arrived >= count) done()
  })
}

/** Leaves all streams, and answers how many marks each got, in the order of the requests. */
async function close(): Promise<Said> {
  const counts = streams.map(({ count }) => count)
  // A reset leaves no port behind that has to wait for a minute.
  for (const { socket } of streams) socket.resetAndDestroy()
  streams = []
  arrived = 0
  return { counts }
}
