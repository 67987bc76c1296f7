import { describe, expect, it } from 'vitest'
import { excerptOf } from './excerpt.ts'

const shown = (text: string, searched: string) =>
  excerptOf(text, searched)
    .map((piece) => (piece.isMarked ? `[${piece.text}]` : piece.text))
    .join('')

describe('excerptOf', () => {
  it('marks words that begin with a searched word, without regard to case and accents', () => {
    expect(shown('The CAFÉ invoice, reinvoiced', 'cafe invo')).toBe('The [CAFÉ] [invoice], reinvoiced')
  })

  it('starts near the first match of a long text', () => {
    const text = `${'a '.repeat(100)}needle ${'b '.repeat(200)}`
    expect(shown(text, 'needle')).toMatch(/^…(a ){15}\[needle\] (b )+b?…$/)
  })

  it('shows the beginning if nothing matches', () => {
    expect(shown('Plain text', '???')).toBe('Plain text')
  })
})
