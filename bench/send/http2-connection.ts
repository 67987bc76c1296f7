/**
 * HTTP/2 (RFC 9113) as a load generator needs it: unary requests over one socket. Node's client would use more CPU time than
 * the server under load, and both share the cores.
 */
import { connect } from 'node:net'

export interface Http2Connection {
  /** Resolves when the response ends; rejects if it has no data, as a refusal of gRPC has none. */
  post(headers: Readonly<Record<string, string>>, body: Buffer): Promise<void>
  close(): void
}

const types = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const
const flags = { ack: 1, endStream: 1, endHeaders: 4 } as const
const headBytes = 9
/** Large enough that the responses of a run never wait for an update of the flow-control window. */
const windowBytes = 2 ** 31 - 1
const initialWindowBytes = 65_535

export function connectHttp2(origin: string): Http2Connection {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  socket.write(preface())
  const waiting = new Map<number, Waiting>()
  let received: Buffer = Buffer.alloc(0)
  let stream = -1
  const failAll = (error: Error) => waiting.forEach(({ reject }) => reject(error))
  socket.on('error', failAll)
  socket.on('close', () => failAll(new Error('The connection has closed.')))
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    for (let next = frameOf(received); next !== undefined; next = frameOf(received)) {
      received = received.subarray(headBytes + next.payload.length)
      handle(next)
    }
  })

  function handle({ type, flag, id, payload }: Frame): void {
    const isAck = (flag & flags.ack) !== 0
    if ((type === types.settings || type === types.ping) && !isAck) {
      socket.write(frame(type, flags.ack, 0, type === types.ping ? payload : Buffer.alloc(0)))
    }
    if (type === types.goAway) failAll(new Error('The server sent GOAWAY.'))
    const call = waiting.get(id)
    if (call === undefined) return
    if (type === types.data) call.hasData ||= payload.length > 0
    const hasEnded = (type === types.data || type === types.headers) && (flag & flags.endStream) !== 0
    if (!hasEnded && type !== types.reset) return
    waiting.delete(id)
    if (hasEnded && call.hasData) call.resolve()
    else call.reject(new Error(hasEnded ? 'The call was refused.' : 'The stream was reset.'))
  }

  return {
    post: (headers, body) => {
      const id = (stream += 2)
      const head = frame(types.headers, flags.endHeaders, id, headerBlock(headers))
      socket.write(Buffer.concat([head, frame(types.data, flags.endStream, id, body)]))
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, hasData: false }))
    },
    close: () => socket.destroy(),
  }
}

interface Waiting {
  readonly resolve: () => void
  readonly reject: (error: Error) => void
  hasData: boolean
}

interface Frame {
  readonly type: number
  readonly flag: number
  readonly id: number
  readonly payload: Buffer
}

/** The first frame of the bytes, if it is complete. */
function frameOf(bytes: Buffer): Frame | undefined {
  if (bytes.length < headBytes) return undefined
  const end = headBytes + bytes.readUIntBE(0, 3)
  if (bytes.length < end) return undefined
  return {
    type: bytes.readUInt8(3),
    flag: bytes.readUInt8(4),
    id: bytes.readUInt32BE(5),
    payload: bytes.subarray(headBytes, end),
  }
}

function frame(type: number, flag: number, id: number, payload: Buffer): Buffer {
  const head = Buffer.allocUnsafe(headBytes)
  head.writeUIntBE(payload.length, 0, 3)
  head.writeUInt8(type, 3)
  head.writeUInt8(flag, 4)
  head.writeUInt32BE(id, 5)
  return Buffer.concat([head, payload])
}

/** Connection preface with SETTINGS_INITIAL_WINDOW_SIZE, and the same window for the connection. */
function preface(): Buffer {
  const settings = Buffer.alloc(6)
  settings.writeUInt16BE(4, 0)
  settings.writeUInt32BE(windowBytes, 2)
  const increment = Buffer.alloc(4)
  increment.writeUInt32BE(windowBytes - initialWindowBytes)
  return Buffer.concat([
    Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    frame(types.settings, 0, 0, settings),
    frame(types.windowUpdate, 0, 0, increment),
  ])
}

/** HPACK: literal fields that are not indexed, without Huffman coding. Names and values are shorter than 127 bytes. */
function headerBlock(headers: Readonly<Record<string, string>>): Buffer {
  const fields = Object.entries(headers).map(
    ([name, value]) =>
      `\0${String.fromCharCode(name.length)}${name}${String.fromCharCode(value.length)}${value}`,
  )
  return Buffer.from(fields.join(''), 'latin1')
}
