import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Failure, fail } from '../../../failure.ts'
import { bodyBytesMax } from '../../../rate-limit/policies.ts'
import { protocolError } from './protocol-error.ts'

/** A message on the wire: a flag for compression, the length, the bytes. */
const prefixBytes = 5

export function frame(message: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(prefixBytes + message.length)
  framed[0] = 0
  framed.writeUInt32BE(message.length, 1)
  framed.set(message, prefixBytes)
  return framed
}

/** Time to send a request of one message, as for the body of HTTP/1.1. */
const requestTimeoutMs = 60_000

/** Reads the only message of a request. */
export async function readSingle(payload: Readable, encoding: string | undefined): Promise<Buffer> {
  const timeout = setTimeout(() => {
    payload.destroy(protocolError('DEADLINE_EXCEEDED', 'The request was not complete within a minute.'))
  }, requestTimeoutMs)
  try {
    let single: Buffer | undefined
    for await (const message of readMessages(payload, encoding)) {
      if (single !== undefined) throw notSingle()
      single = message
    }
    if (single === undefined) throw notSingle()
    return single
  } finally {
    clearTimeout(timeout)
  }
}

/** The status that gRPC defines for a wrong number of messages. */
function notSingle() {
  return protocolError('UNIMPLEMENTED', 'The method takes a single message.')
}

/** Reads the messages of a request as they arrive. At most one message is kept in memory. */
export async function* readMessages(
  payload: Readable,
  encoding: string | undefined,
): AsyncGenerator<Buffer, void> {
  const chunks: Buffer[] = []
  let received = 0
  let needed = prefixBytes
  for await (const chunk of payload) {
    if (!Buffer.isBuffer(chunk)) continue
    chunks.push(chunk)
    received += chunk.length
    // Joined only when a part is complete: joining after each chunk would copy a slowly sent message many times.
    while (received >= needed) {
      const joined = Buffer.concat(chunks.splice(0))
      needed = prefixBytes + sizeOf(joined)
      if (received < needed) {
        chunks.push(joined)
        break
      }
      const message = joined.subarray(prefixBytes, needed)
      yield joined[0] === 0 ? message : await decompress(message, encoding)
      chunks.push(joined.subarray(needed))
      received -= needed
      needed = prefixBytes
    }
  }
  if (received > 0) fail('bad-request', 'The request ends within a message.', 'Send the whole message.')
}

/** Size of the message that the bytes begin with. */
function sizeOf(received: Buffer): number {
  if ((received[0] ?? 0) > 1) fail('bad-request', 'The request is not framed as gRPC.', 'Check the client.')
  const size = received.readUInt32BE(1)
  if (size > bodyBytesMax) throw tooLarge()
  return size
}

const inflate = promisify(gunzip)

/** The limit holds for the decompressed message, so that a small request cannot become a large one. */
async function decompress(message: Buffer, encoding: string | undefined): Promise<Buffer> {
  if (encoding !== 'gzip') {
    throw protocolError('UNIMPLEMENTED', 'The supported encodings of messages are identity and gzip.')
  }
  return inflate(message, { maxOutputLength: bodyBytesMax }).catch((error: unknown) => {
    const isLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    throw isLarge ? tooLarge() : new Failure('bad-request', 'The message is not valid gzip.')
  })
}

function tooLarge(): Failure {
  return new Failure('payload-too-large', 'The message must be at most 1 MiB.')
}
