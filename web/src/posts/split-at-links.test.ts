import { describe, expect, it } from 'vitest'
import { splitAtLinks } from './split-at-links.ts'

const plain = (text: string) => ({ text, isLink: false })
const link = (text: string) => ({ text, isLink: true })

describe('splitAtLinks', () => {
  it('keeps a text without links whole', () => {
    expect(splitAtLinks('Done.', [])).toEqual({ pieces: [plain('Done.')], missing: [] })
  })

  it('splits at each link in order, including repeated ones', () => {
    const a = 'https://a.example/x'
    const b = 'https://b.example'
    expect(splitAtLinks(`See ${a} and ${b}, then ${a}`, [a, b, a]).pieces).toEqual([
      plain('See '),
      link(a),
      plain(' and '),
      link(b),
      plain(', then '),
      link(a),
    ])
  })

  it('returns links that the text does not contain', () => {
    expect(splitAtLinks('See a.example', ['https://a.example/'])).toEqual({
      pieces: [plain('See a.example')],
      missing: ['https://a.example/'],
    })
  })
})
