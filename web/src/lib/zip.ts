/** Packs files into a ZIP archive without compression: delivered files are mostly compressed already. */
interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

export function zip(files: readonly PackedFile[]): Blob {
  const local: Uint8Array<ArrayBuffer>[] = []
  const directory: Uint8Array<ArrayBuffer>[] = []
  let offset = 0
  for (const { name, bytes } of distinct(files)) {
    const path = new TextEncoder().encode(name)
    const fields = fieldsOf(path, bytes)
    const header = joined([words(0x04034b50), fields, path])
    local.push(header, new Uint8Array(bytes))
    // No comment, first disk, no attributes, then the place of the file.
    directory.push(joined([words(0x02014b50), shorts(20), fields, shorts(0, 0, 0), words(0, offset), path]))
    offset += header.length + bytes.length
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0)
  const end = [
    words(0x06054b50),
    shorts(0, 0, directory.length, directory.length),
    words(size, offset),
    shorts(0),
  ]
  return new Blob([...local, ...directory, ...end], { type: 'application/zip' })
}

/** Files of the same name get a number, as in `photo (2).png`. */
function distinct(files: readonly PackedFile[]): PackedFile[] {
  const counts = new Map<string, number>()
  return files.map(({ name, bytes }) => {
    // A slash would create a folder, also outside of the target.
    const safe = name.replaceAll(/[/\\]/g, '_')
    const count = (counts.get(safe) ?? 0) + 1
    counts.set(safe, count)
    return { name: count === 1 ? safe : safe.replace(/(\.[^.]*)?$/, ` (${count})$1`), bytes }
  })
}

/** The fields that a file has in front of its bytes and in the directory: UTF-8 names, stored, without a time. */
function fieldsOf(path: Uint8Array, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined([
    shorts(20, 0x0800, 0, 0, 0x21),
    words(crc32(bytes), bytes.length, bytes.length),
    shorts(path.length, 0),
  ])
}

const shorts = (...values: number[]) => littleEndian(values, 2)
const words = (...values: number[]) => littleEndian(values, 4)

function littleEndian(values: readonly number[], width: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    values.flatMap((value) => Array.from({ length: width }, (_, index) => (value >>> (8 * index)) & 0xff)),
  )
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(parts.flatMap((part) => [...part]))
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] ?? 0)
  return (value ^ 0xffffffff) >>> 0
}
