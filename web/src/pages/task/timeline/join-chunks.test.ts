import { marketplaceExtension, type Part } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { joinChunks } from './join-chunks.ts'

const chunk = (text: string, second: number, flags?: readonly string[]): Part => ({
  text,
  metadata: {
    [marketplaceExtension]: { origin: { name: 'ada', at: `2026-11-16T10:00:0${second}.000Z` }, flags },
  },
})
const joined = (...parts: Part[]) =>
  joinChunks({ artifactId: 'report', parts }).parts.map(({ text, filename }) => text ?? filename)

describe('joinChunks', () => {
  it('continues a text in the middle of a word and of a table', () => {
    expect(joined(chunk('| a |\n|--', 1), chunk('-|\n| on', 2), chunk('e |', 3))).toEqual([
      '| a |\n|---|\n| one |',
    ])
  })

  it('keeps texts that arrived together apart', () => {
    expect(joined(chunk('Letter', 1), chunk('Envelope', 1))).toEqual(['Letter', 'Envelope'])
  })

  it('keeps files and chunks with a warning apart', () => {
    const file: Part = { url: 'https://souk.example/f', filename: 'a.png' }
    const warned = chunk('hidden', 4, ['hidden-characters'])
    expect(joined(chunk('One', 1), file, chunk('two', 2), chunk(' three', 3), warned)).toEqual([
      'One',
      'a.png',
      'two three',
      'hidden',
    ])
  })

  it('has the time of the last chunk', () => {
    const { parts } = joinChunks({ artifactId: 'report', parts: [chunk('a', 1), chunk('b', 2)] })
    expect(parts[0]?.metadata).toEqual(chunk('b', 2).metadata)
  })
})
