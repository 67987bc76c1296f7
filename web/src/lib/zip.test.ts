import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { zip } from './zip.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('zip', () => {
  it('lists every file with its size and checksum', async () => {
    const files = [
      { name: 'größe.txt', bytes: bytesOf('Dear Sir') },
      { name: 'a/b.txt', bytes: bytesOf('') },
      { name: 'größe.txt', bytes: bytesOf('again') },
    ]
    const archive = Buffer.from(await zip(files).arrayBuffer())
    const listed = directoryOf(archive)
    expect(listed.map(({ name }) => name)).toEqual(['größe.txt', 'a_b.txt', 'größe (2).txt'])
    expect(listed.map(({ crc }) => crc)).toEqual(files.map(({ bytes }) => crc32(bytes)))
    expect(listed.map(({ content }) => content)).toEqual(['Dear Sir', '', 'again'])
  })
})

/** Reads the directory at the end of an archive, and the content at the places it names. */
function directoryOf(archive: Buffer) {
  const end = archive.length - 22
  expect(archive.readUInt32LE(end)).toBe(0x06054b50)
  let position = archive.readUInt32LE(end + 16)
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [size, length] = [archive.readUInt32LE(position + 20), archive.readUInt16LE(position + 28)]
    const name = archive.toString('utf8', position + 46, position + 46 + length)
    const start = archive.readUInt32LE(position + 42)
    const crc = archive.readUInt32LE(position + 16)
    const data = start + 30 + archive.readUInt16LE(start + 26)
    position += 46 + length
    return { name, crc, content: archive.toString('utf8', data, data + size) }
  })
}
