import { describe, expect, it } from 'vitest'
import { groupImages } from './image.ts'

describe('groupImages', () => {
  it('joins images that follow each other and keeps the order', () => {
    const imageOf = (name: string) =>
      name.endsWith('.png') ? { name, mediaType: 'image/png', source: { fileId: name } } : undefined
    const groups = groupImages(['a.png', 'b.png', 'text', 'c.png'], imageOf)
    expect(
      groups.map((group) => (group.kind === 'images' ? group.images.map(({ name }) => name) : group.item)),
    ).toEqual([['a.png', 'b.png'], 'text', ['c.png']])
  })
})
