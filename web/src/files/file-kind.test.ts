import { describe, expect, it } from 'vitest'
import { fileIdIn, fileKindOf } from './file-kind.ts'

describe('fileKindOf', () => {
  it.each([
    ['a.png', 'image/png', 'image'],
    ['a.svg', 'image/svg+xml', 'code'],
    ['page.html', 'text/html', 'code'],
    ['notes.md', 'text/plain', 'markdown'],
    ['table.csv', 'text/plain', 'csv'],
    ['talk.mp3', 'audio/mpeg', 'audio'],
    ['film.mp4', 'video/mp4', 'video'],
    ['check.py', 'text/plain', 'code'],
    ['letter.txt', 'text/plain', 'text'],
    ['contract.pdf', 'application/pdf', 'pdf'],
    ['contract.pdf', 'text/html', 'text'],
    ['x', 'application/octet-stream', 'other'],
  ])('shows %s of type %s as %s', (filename, type, kind) => {
    expect(fileKindOf(filename, type)).toBe(kind)
  })
})

describe('fileIdIn', () => {
  const origin = 'https://souk.example'
  it.each([
    ['https://souk.example/api/files/file_01ab/content', 'file_01ab'],
    ['https://other.example/api/files/file_01ab/content', undefined],
    ['https://souk.example.evil.example/api/files/file_01ab/content', undefined],
    ['https://souk.example/api/files/file_01ab/content?x', undefined],
  ])('finds the file in %s: %s', (url, id) => {
    expect(fileIdIn(url, origin)).toBe(id)
  })
})
