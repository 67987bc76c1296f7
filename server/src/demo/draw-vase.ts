/** Draws the pictures of a demo delivery as PNG files, so that the sandbox needs no assets. */
import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]

interface Vase {
  readonly background: Color
  readonly table: Color
  readonly body: Color
  readonly shade: Color
  /** Half of the width at a height from 0, the mouth, to 1, the foot. */
  readonly outline: (height: number) => number
}

export const vases = {
  oxblood: {
    background: [217, 165, 141],
    table: [199, 137, 114],
    body: [126, 45, 36],
    shade: [98, 33, 27],
    outline: (height) => 0.1 + 0.14 * Math.sin(Math.PI * height) ** 2 + 0.04 * height,
  },
  bone: {
    background: [146, 176, 169],
    table: [122, 155, 148],
    body: [238, 230, 214],
    shade: [214, 203, 183],
    outline: (height) => 0.3 - 0.16 * height ** 2,
  },
  petrol: {
    background: [231, 199, 138],
    table: [210, 173, 108],
    body: [32, 84, 92],
    shade: [22, 62, 68],
    outline: (height) => (height < 0.35 ? 0.06 : 0.06 + 0.16 * Math.sin((Math.PI * (height - 0.35)) / 0.8)),
  },
} as const satisfies Record<string, Vase>

const [width, height] = [640, 480]

/** PNG of a vase on a table. */
export function drawVase({ background, table, body, shade, outline }: Vase): Buffer {
  const palette = [background, table, body, shade]
  const rows = Array.from({ length: height }, (_, y) => {
    const row = Buffer.alloc(width + 1)
    for (let x = 0; x < width; x++) row[x + 1] = colorAt(x / width, y / height, outline)
    return row
  })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header()),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Index of the color of a point: the vase stands between a fifth and four fifths of the height. */
function colorAt(x: number, y: number, outline: Vase['outline']): number {
  const inside = (y - 0.2) / 0.6
  if (inside >= 0 && inside <= 1 && Math.abs(x - 0.5) <= outline(inside)) return x > 0.56 ? 3 : 2
  return y > 0.72 ? 1 : 0
}

/** Eight bits per pixel, indexed colors. */
function header(): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([8, 3, 0, 0, 0], 8)
  return data
}

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(content))
  return Buffer.concat([length, content, checksum])
}
