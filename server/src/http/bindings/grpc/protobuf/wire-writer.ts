/** Writes the protobuf wire format into one growing buffer. */
export class WireWriter {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  varint(value: number): void {
    this.#reserve(10)
    if (value < 0) return this.#negative(value)
    let rest = value
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#bytes[this.#length++] = (rest % 0x80) | 0x80
    this.#bytes[this.#length++] = rest
  }

  tag(number: number, wireType: number): void {
    this.varint(number * 8 + wireType)
  }

  double(number: number, value: number): void {
    this.tag(number, 1)
    this.#reserve(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  string(number: number, text: string): void {
    this.tag(number, 2)
    const size = Buffer.byteLength(text)
    this.varint(size)
    this.#reserve(size)
    this.#length += this.#bytes.write(text, this.#length)
  }

  bytes(number: number, content: Uint8Array): void {
    this.tag(number, 2)
    this.varint(content.length)
    this.#reserve(content.length)
    this.#bytes.set(content, this.#length)
    this.#length += content.length
  }

  /** A message within a message. Its length is known only afterwards: one byte is reserved, and the content moves if it needs more. */
  nested(number: number, write: () => void): void {
    this.tag(number, 2)
    this.#reserve(1)
    const start = ++this.#length
    write()
    const end = this.#length
    const size = end - start
    let extra = 0
    for (let rest = size; rest > 0x7f; rest = Math.floor(rest / 0x80)) extra++
    this.#reserve(extra)
    if (extra > 0) this.#bytes.copyWithin(start + extra, start, end)
    this.#length = start - 1
    this.varint(size)
    this.#length = end + extra
  }

  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }

  /** Negative integers are written as 64 bits in two's complement. */
  #negative(value: number): void {
    let rest = BigInt.asUintN(64, BigInt(value))
    for (; rest > 0x7fn; rest >>= 7n) this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80
    this.#bytes[this.#length++] = Number(rest)
  }

  #reserve(size: number): void {
    if (this.#length + size <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}
