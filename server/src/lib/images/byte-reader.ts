/** Reads a byte stream in fields and passes, so that a container format is parsed without holding the file in memory. */
import { damaged } from './refusals.ts'

export interface ByteReader {
  /** The next bytes as they arrived; undefined at the end. */
  next(): Promise<Buffer | undefined>
  /** Puts bytes back, so that the next call returns them. */
  unread(bytes: Buffer): void
  /** Exactly this many bytes, which the caller bounds. */
  take(count: number): Promise<Buffer>
  /** Streams exactly this many bytes. */
  pass(count: number): AsyncGenerator<Buffer>
  skip(count: number): Promise<void>
}

export function readBytes(source: AsyncIterable<Buffer>): ByteReader {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  const next = async () => {
    for (;;) {
      if (rest.length > 0) {
        const bytes = rest
        rest = Buffer.alloc(0)
        return bytes
      }
      const { done, value } = await chunks.next()
      if (done === true) return undefined
      rest = value
    }
  }
  const pass = async function* (count: number) {
    for (let missing = count; missing > 0;) {
      const bytes = (await next()) ?? damaged('it ends early')
      rest = bytes.subarray(missing)
      const wanted = bytes.subarray(0, missing)
      missing -= wanted.length
      yield wanted
    }
  }
  return {
    next,
    unread: (bytes) => {
      rest = rest.length === 0 ? bytes : Buffer.concat([bytes, rest])
    },
    take: async (count) => {
      const taken: Buffer[] = []
      for await (const bytes of pass(count)) taken.push(bytes)
      return Buffer.concat(taken, count)
    },
    pass,
    skip: async (count) => {
      for await (const _ of pass(count));
    },
  }
}
