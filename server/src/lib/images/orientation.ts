/** The only part of EXIF that is kept: without it, many photos would be shown sideways. */

const tag = 0x0112
const short = 3
const entryBytes = 12

/** Reads the orientation from a TIFF structure, with or without the prefix of JPEG. Returns undefined if it is upright or absent. */
export function orientationIn(exif: Buffer): number | undefined {
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined
  const isLittle = order === 'II'
  const read16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const start = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (start + 2 > tiff.length) return undefined
  const count = read16(start)
  for (let entry = 0; entry < count; entry++) {
    const at = start + 2 + entry * entryBytes
    if (at + entryBytes > tiff.length) return undefined
    if (read16(at) !== tag || read16(at + 2) !== short) continue
    const value = read16(at + 8)
    return value >= 2 && value <= 8 ? value : undefined
  }
  return undefined
}

/** A TIFF structure with one entry. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('II*\0', 0, 'latin1')
  tiff.writeUInt32LE(8, 4)
  tiff.writeUInt16LE(1, 8)
  tiff.writeUInt16LE(tag, 10)
  tiff.writeUInt16LE(short, 12)
  tiff.writeUInt32LE(1, 14)
  tiff.writeUInt16LE(orientation, 18)
  return tiff
}
