import { isUtf8 } from 'node:buffer'
import { fail } from '../../../../failure.ts'

export const wireTypes = { varint: 0, fixed64: 1, delimited: 2, fixed32: 5 } as const

/** Reads the protobuf wire format. Every read is bounded by the end of the message. */
export class WireReader {
  readonly #bytes: Buffer
  #at: number
  readonly #end: number

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end
  }

  /** The next field: its number and wire type. */
  tag(): { number: number; wireType: number } {
    const tag = this.varint()
    const number = Math.floor(tag / 8)
    if (number < 1 || number > 0x1f_ff_ff_ff) malformed()
    return { number, wireType: tag % 8 }
  }

  /** Exact up to 2^53. */
  varint(): number {
    const { low, high } = this.#varint64()
    return high * 2 ** 32 + low
  }

  bool(): boolean {
    const { low, high } = this.#varint64()
    return (low | high) !== 0
  }

  int32(): number {
    return this.#varint64().low | 0
  }

  int64(): number {
    const { low, high } = this.#varint64()
    return (high | 0) * 2 ** 32 + low
  }

  double(): number {
    const start = this.#take(8)
    return this.#bytes.readDoubleLE(start)
  }

  bytes(): Buffer {
    const size = this.#size()
    const start = this.#take(size)
    return this.#bytes.subarray(start, start + size)
  }

  string(): string {
    const content = this.bytes()
    if (!isUtf8(content)) fail('bad-request', 'Strings must be valid UTF-8.', 'Send valid Unicode.')
    return content.toString('utf8')
  }

  /** Reader of a message within this one. */
  nested(): WireReader {
    const size = this.#size()
    const start = this.#take(size)
    return new WireReader(this.#bytes, start, start + size)
  }

  /** Skips a field that the schema does not have. Groups are not part of proto3. */
  skip(wireType: number): void {
    if (wireType === wireTypes.varint) this.varint()
    else if (wireType === wireTypes.fixed64) this.#take(8)
    else if (wireType === wireTypes.delimited) this.#take(this.#size())
    else if (wireType === wireTypes.fixed32) this.#take(4)
    else malformed()
  }

  #size(): number {
    const size = this.varint()
    return size > this.#end - this.#at ? malformed() : size
  }

  /** Halves of a 64-bit integer: bit operations have 32 bits. */
  #varint64(): { low: number; high: number } {
    let [low, high] = [0, 0]
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#byte()
      const bits = byte & 0x7f
      if (shift <= 28) low |= bits << shift
      if (shift === 28) high |= bits >>> 4
      if (shift > 28) high |= bits << (shift - 32)
      if (byte < 0x80) return { low: low >>> 0, high: high >>> 0 }
    }
    return malformed()
  }

  #byte(): number {
    const start = this.#take(1)
    return this.#bytes[start] ?? malformed()
  }

  #take(size: number): number {
    const start = this.#at
    if (start + size > this.#end) malformed()
    this.#at += size
    return start
  }
}

export function malformed(): never {
  return fail(
    'bad-request',
    'The message is not valid protobuf.',
    'Encode it with the definition of A2A 1.0.',
  )
}
