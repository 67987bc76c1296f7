/** Minimal HTTP/1.1 client that sends arbitrary bytes and parses the response. */
import { connect, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/** The server closed the connection without a response, or did not respond in time. */
export type NoResponse = 'closed' | 'timeout'

export interface RawRequest {
  readonly bytes: Buffer
  readonly head: boolean
  /** Half-closes the connection after the request. */
  readonly last: boolean
  /** Sends this many bytes as a packet of their own, before the rest. */
  readonly firstPacket?: number
}

/** A keep-alive connection that reconnects when needed. */
export interface RawConnection {
  send(sending: RawRequest): Promise<RawResponse | NoResponse>
  close(): void
}

/** Longer than any long poll. */
export const timeoutMs = 30_000
/** A stream is read until its first event or for this time, then closed. */
const streamMs = 20

export function openConnection(port: number): RawConnection {
  let socket: Socket | undefined
  return {
    send: async ({ bytes, head, last, firstPacket = 0 }) => {
      socket = socket?.writable === true && socket.readable ? socket : await connectTo(port)
      const used = socket
      const answered = read(used, head)
      if (firstPacket > 0) await sendPacket(used, bytes.subarray(0, firstPacket))
      const rest = bytes.subarray(firstPacket)
      if (last) used.end(rest)
      else used.write(rest)
      const response = await answered
      const over = typeof response === 'string' || last || response.headers.get('connection') === 'close'
      if (over || isStream(response)) {
        used.destroy()
        socket = undefined
      }
      return response
    },
    close: () => socket?.destroy(),
  }
}

/** The server, in the same process, reads the packet before the next turn of the event loop ends. */
async function sendPacket(socket: Socket, bytes: Buffer): Promise<void> {
  socket.write(bytes)
  await nextTurn()
  await nextTurn()
}

function connectTo(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => undefined)
  })
}

function read(socket: Socket, head: boolean): Promise<RawResponse | NoResponse> {
  return new Promise((resolve) => {
    let received: Buffer = Buffer.alloc(0)
    let streaming: NodeJS.Timeout | undefined
    const finish = (outcome: RawResponse | NoResponse) => {
      clearTimeout(timer)
      clearTimeout(streaming)
      socket.off('data', onData)
      socket.off('close', onClose)
      resolve(outcome)
    }
    const onClose = () => finish(parseResponse(received, { head, ended: true }) ?? 'closed')
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const response = parseResponse(received, { head, ended: false })
      if (response === undefined) return
      if (!isStream(response) || response.body.includes('\n\n')) return finish(response)
      streaming ??= setTimeout(
        () => finish(parseResponse(received, { head, ended: false }) ?? response),
        streamMs,
      )
    }
    const timer = setTimeout(() => finish('timeout'), timeoutMs)
    socket.on('data', onData)
    socket.once('close', onClose)
  })
}

export function isStream(response: RawResponse | NoResponse): boolean {
  return (
    typeof response !== 'string' &&
    response.headers.get('content-type')?.startsWith('text/event-stream') === true
  )
}

/** The complete response, or the received part of a stream; undefined while incomplete. */
function parseResponse(
  bytes: Buffer,
  { head, ended }: { head: boolean; ended: boolean },
): RawResponse | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  const rest = bytes.subarray(end + 4)
  // Skips interim responses such as 100.
  if (status < 200) return parseResponse(rest, { head, ended })
  const headers = new Map(lines.map((line) => headerOf(line)))
  const response = { status, headers, body: rest }
  if (head || status === 204 || status === 304) return { ...response, body: Buffer.alloc(0) }
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = decodeChunks(rest, isStream(response))
    return body === undefined ? undefined : { ...response, body }
  }
  const length = headers.get('content-length')
  if (length === undefined) return isStream(response) || ended ? response : undefined
  return rest.length < Number(length) ? undefined : { ...response, body: rest.subarray(0, Number(length)) }
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

/** Decodes chunked encoding; undefined while incomplete unless `partly` is set. */
function decodeChunks(bytes: Buffer, partly: boolean): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const line = bytes.indexOf('\r\n', at)
    const size = line === -1 ? Number.NaN : Number.parseInt(bytes.toString('latin1', at, line), 16)
    const from = line + 2
    if (Number.isNaN(size) || bytes.length < from + size + 2)
      return partly ? Buffer.concat(chunks) : undefined
    if (size === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}
