import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sniffMediaType } from './file-types.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const sniffFile = (bytes: Buffer) => sniffMediaType(bytes, { isComplete: true })
const sniffPrefix = (bytes: Buffer) => sniffMediaType(bytes, { isComplete: false })

describe('sniffMediaType', () => {
  it.each([
    ['application/pdf', latin('%PDF-1.7\n%\xe2\xe3\xcf\xd3')],
    ['image/png', latin('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    ['image/jpeg', latin('\xff\xd8\xff\xe0\0\x10JFIF')],
    ['image/gif', latin('GIF87a\x01\0')],
    ['image/gif', latin('GIF89a\x01\0')],
    ['image/webp', latin('RIFF\x24\0\0\0WEBPVP8 ')],
    ['application/octet-stream', latin('RIFF\x24\0\0\0AVI LIST')],
    ['audio/wav', latin('RIFF\x24\0\0\0WAVEfmt ')],
    ['audio/mpeg', latin('ID3\x04\0\0')],
    ['audio/mpeg', latin('\xff\xfb\x90\x64')],
    ['audio/flac', latin('fLaC\0\0\0\x22')],
    ['audio/ogg', latin('OggS\0\x02')],
    ['audio/mp4', latin('\0\0\0\x20ftypM4A \0\0')],
    ['video/mp4', latin('\0\0\0\x18ftypisom\0\0')],
    ['video/quicktime', latin('\0\0\0\x14ftypqt  \0\0')],
    ['video/webm', latin('\x1a\x45\xdf\xa3\x9f')],
    ['application/zip', latin('PK\x03\x04\x14\0')],
    ['application/zip', latin('PK\x05\x06' + '\0'.repeat(18))],
    ['application/gzip', gzipSync('x')],
    ['application/json', Buffer.from(' {"a": [1, 2]}\n')],
    ['application/json', Buffer.from('[]')],
    ['text/plain', Buffer.from('{"a": ')],
    ['text/plain', Buffer.from('{braces} in a text')],
    ['text/plain', Buffer.from('"a text alone"')],
    ['text/plain', Buffer.from('Grüße, 世界 😀\r\n\tindented\f')],
    ['text/plain', Buffer.from('\ufeffwith a mark')],
    ['text/plain', Buffer.from('name,price\na,1')],
    ['text/plain', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['text/plain', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['text/plain', Buffer.from('<?xml version="1.0"?><a/>')],
    ['text/plain', Buffer.from('export const a = 1')],
    ['text/plain', Buffer.from('%PDF')],
    ['application/octet-stream', latin('caf\xe9')],
    ['application/octet-stream', Buffer.from('a\0b')],
    ['application/octet-stream', Buffer.from('text', 'utf16le')],
    ['application/octet-stream', Buffer.from([0xe2, 0x82])],
    ['application/octet-stream', latin('MZ\x90\0')],
    ['application/octet-stream', latin('\x7fELF\x02')],
  ])('detects %s', (mediaType, bytes) => {
    expect(sniffFile(bytes)).toBe(mediaType)
  })

  it('tolerates an incomplete character at the end of a prefix', () => {
    const text = Buffer.from('abc€')
    expect(sniffPrefix(text.subarray(0, -1))).toBe('text/plain')
    expect(sniffFile(text.subarray(0, -1))).toBe('application/octet-stream')
  })

  it('detects the type of a long file by its prefix', () => {
    expect(sniffPrefix(Buffer.from('{"rows": [{"a": 1}, {"a'))).toBe('application/json')
    expect(sniffPrefix(Buffer.from('[1, 2, '))).toBe('application/json')
    expect(sniffPrefix(Buffer.from('[draft] A letter'))).toBe('text/plain')
  })
})
