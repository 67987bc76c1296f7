/** The plainest client of HTTP/1.1: it sends whatever bytes it is given, and reads what comes back. */
import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** Instead of an answer: the other side ended the connection, or said nothing for too long. */
export type Silence = 'hung up' | 'silent'

export interface Sending {
  readonly bytes: Buffer
  readonly head: boolean
  /** Whether nothing more follows, so that the other side need not wait for it. */
  readonly last: boolean
}

/** One connection at a time, kept open as long as both sides like. */
export interface Lane {
  send(sending: Sending): Promise<Answer | Silence>
  close(): void
}

/** Longer than any call waits for somebody else to answer. */
export const patienceMs = 30_000
/** A stream has no end; whoever opens one sees what comes first and leaves. */
const streamMs = 20

export function openLane(port: number): Lane {
  let socket: Socket | undefined
  return {
    send: async ({ bytes, head, last }) => {
      socket = socket?.writable === true && socket.readable ? socket : await dial(port)
      const used = socket
      const answered = read(used, head)
      if (last) used.end(bytes)
      else used.write(bytes)
      const answer = await answered
      const over = typeof answer === 'string' || last || answer.headers.get('connection') === 'close'
      if (over || isStream(answer)) {
        used.destroy()
        socket = undefined
      }
      return answer
    },
    close: () => socket?.destroy(),
  }
}

function dial(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => undefined)
  })
}

function read(socket: Socket, head: boolean): Promise<Answer | Silence> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    let streaming: NodeJS.Timeout | undefined
    const finish = (outcome: Answer | Silence) => {
      clearTimeout(patience)
      clearTimeout(streaming)
      socket.off('data', take)
      socket.off('close', end)
      resolve(outcome)
    }
    const end = () => finish(wholeAnswer(received, { head, ended: true }) ?? 'hung up')
    const take = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = wholeAnswer(received, { head, ended: false })
      if (answer === undefined) return
      if (!isStream(answer) || answer.body.includes('\n\n')) return finish(answer)
      streaming ??= setTimeout(
        () => finish(wholeAnswer(received, { head, ended: false }) ?? answer),
        streamMs,
      )
    }
    const patience = setTimeout(() => finish('silent'), patienceMs)
    socket.on('data', take)
    socket.once('close', end)
  })
}

export function isStream(answer: Answer | Silence): boolean {
  return (
    typeof answer !== 'string' && answer.headers.get('content-type')?.startsWith('text/event-stream') === true
  )
}

/** The answer as soon as all of it is here; of a stream, what has come so far. */
function wholeAnswer(bytes: Buffer, { head, ended }: { head: boolean; ended: boolean }): Answer | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  // Something interim, such as 100: the answer follows.
  if (status < 200) return wholeAnswer(rest, { head, ended })
  const headers = new Map(lines.map((line) => headerOf(line)))
  const answer = { status, headers, body: rest }
  if (head || status === 204 || status === 304) return { ...answer, body: Buffer.alloc(0) }
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = unchunked(rest, isStream(answer))
    return body === undefined ? undefined : { ...answer, body }
  }
  const length = headers.get('content-length')
  if (length === undefined) return isStream(answer) || ended ? answer : undefined
  return rest.length < Number(length) ? undefined : { ...answer, body: rest.subarray(0, Number(length)) }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

/** Undefined while the last piece is missing, unless a part will do. */
function unchunked(bytes: Buffer, partly: boolean): Buffer | undefined {
  const pieces: Buffer[] = []
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at)
    const size = line === -1 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16)
    const from = line + 2
    if (Number.isNaN(size) || bytes.length < from + size + 2)
      return partly ? Buffer.concat(pieces) : undefined
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}
