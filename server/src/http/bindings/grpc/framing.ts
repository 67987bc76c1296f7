import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { Failure, fail } from '../../../failure.ts'
import { bodyBytesMax } from '../../../rate-limit/policies.ts'
import { createTicker } from '../../streams/sse-keepalive.ts'
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

/** Time to send a request of one message, as for the body of HTTP/1.1. One timer serves all requests. */
const requestTimeouts = createTicker(60_000)

/** Reads the only message of a request. */
export async function readSingle(payload: Readable, encoding: string | undefined): Promise<Buffer> {
  return content(await readFramed(payload), encoding)
}

/** `for await` would allocate several promises per request, a measurable part of a unary call; listeners allocate none. */
function readFramed(payload: Readable): Promise<Buffer> {
  const received = new ReceivedBytes()
  let single: Buffer | undefined
  return new Promise((resolve, reject) => {
    const endTimeout = requestTimeouts.add(() =>
      refuse(protocolError('DEADLINE_EXCEEDED', 'The request was not complete within a minute.')),
    )
    payload.on('data', take).once('end', complete).once('error', refuse)

    function take(chunk: Buffer): void {
      try {
        received.add(chunk)
        for (let framed = received.take(); framed !== undefined; framed = received.take()) {
          if (single !== undefined) throw notSingle()
          single = framed
        }
      } catch (error) {
        refuse(error)
      }
    }

    function complete(): void {
      if (!received.isEmpty) return refuse(incomplete())
      if (single === undefined) return refuse(notSingle())
      endTimeout()
      resolve(single)
    }

    function refuse(error: unknown): void {
      endTimeout()
      payload.off('data', take).off('end', complete).pause()
      reject(error)
    }
  })
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
  const received = new ReceivedBytes()
  for await (const chunk of payload) {
    if (!Buffer.isBuffer(chunk)) continue
    received.add(chunk)
    for (let framed = received.take(); framed !== undefined; framed = received.take()) {
      yield await content(framed, encoding)
    }
  }
  if (!received.isEmpty) throw incomplete()
}

function incomplete(): Failure {
  return new Failure('bad-request', 'The request ends within a message.', { hint: 'Send the whole message.' })
}

function content(framed: Buffer, encoding: string | undefined): Buffer | Promise<Buffer> {
  const message = framed.subarray(prefixBytes)
  return framed[0] === 0 ? message : decompress(message, encoding)
}

/**
 * Bytes of a message that is not complete yet, in one buffer that grows by doubling. Keeping the chunks would cost many times
 * the size of a message that arrives in frames of one byte, and allocating the announced size would let a client reserve memory without sending a byte.
 */
class ReceivedBytes {
  #bytes: Buffer = Buffer.alloc(0)
  #length = 0

  get isEmpty(): boolean {
    return this.#length === 0
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (this.#length === 0) {
      this.#bytes = chunk
    } else {
      if (length > this.#bytes.length || !this.#isOwn) this.#grow(length)
      chunk.copy(this.#bytes, this.#length)
    }
    this.#isOwn = this.#length > 0
    this.#length = length
  }

  /** The next whole message with its prefix. */
  take(): Buffer | undefined {
    if (this.#length < prefixBytes) return undefined
    const needed = prefixBytes + sizeOf(this.#bytes)
    if (this.#length < needed) return undefined
    const framed = this.#bytes.subarray(0, needed)
    this.#bytes = this.#bytes.subarray(needed, this.#length)
    this.#length -= needed
    this.#isOwn = false
    return framed
  }

  /** Whether the buffer was allocated here; a received chunk must not be written to. */
  #isOwn = false

  #grow(length: number): void {
    const larger = Buffer.allocUnsafe(Math.max(length, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** Size of the message that the bytes begin with. */
function sizeOf(received: Buffer): number {
  if ((received[0] ?? 0) > 1) fail('bad-request', 'The request is not framed as gRPC.', 'Use a gRPC client.')
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
    throw isLarge
      ? tooLarge()
      : new Failure('bad-request', 'The message is not valid gzip.', { hint: 'Send it uncompressed.' })
  })
}

function tooLarge(): Failure {
  return new Failure('payload-too-large', 'The message must be at most 1 MiB.', {
    hint: 'Send larger content as a file.',
  })
}
