import type { Artifact } from 'souk-contract'
import { describe, expect, it, vi } from 'vitest'
import { itemsOf, pairItems } from './part-files.ts'

vi.stubGlobal('location', { origin: 'https://souk.example' })

const artifact = (name: string, parts: Artifact['parts']): Artifact => ({
  artifactId: `a-${name}`,
  name,
  parts,
})

describe('itemsOf', () => {
  it('lists texts and files of artifacts, without links to other sites', () => {
    const items = itemsOf([
      artifact('letter.txt', [{ text: 'Dear' }, { text: 'Sir' }]),
      artifact('photos', [
        { raw: 'AA==', filename: 'one.png', mediaType: 'image/png' },
        { url: 'https://souk.example/api/files/file_1/content', filename: 'two.png' },
        { url: 'https://elsewhere.example/three.png' },
      ]),
    ])
    expect(items.map(({ name, text }) => [name, text])).toEqual([
      ['letter.txt', 'Dear\nSir'],
      ['one.png', undefined],
      ['two.png', undefined],
    ])
  })
})

describe('pairItems', () => {
  it('pairs files by name, the new delivery first', () => {
    const [before, after] = [
      itemsOf([artifact('a', [{ text: '1' }]), artifact('b', [{ text: '1' }])]),
      itemsOf([artifact('b', [{ text: '2' }]), artifact('c', [{ text: '2' }])]),
    ]
    expect(pairItems(before, after).map((pair) => [pair.name, pair.before?.text, pair.after?.text])).toEqual([
      ['b', '1', '2'],
      ['c', undefined, '2'],
      ['a', '1', undefined],
    ])
  })
})
