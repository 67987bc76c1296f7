import { describe, expect, it } from 'vitest'
import { readBrief, statementOf } from './brief.ts'

const message = (...parts: object[]) => ({ messageId: 'm', role: 'ROLE_USER' as const, parts })

describe('readBrief', () => {
  it.each([
    ['What can you do?', [], { kind: 'question' }],
    ['Paint my house.', [], { kind: 'unsupported' }],
    ['Count the words', [], { kind: 'unclear', question: expect.stringContaining('Which text?') }],
    ['Count the words', ['a b'], { kind: 'unclear', question: expect.stringContaining('How many') }],
    ['Count, top 3', ['a b'], { kind: 'order', order: { text: 'a b', top: 3, ignored: [] } }],
  ])('reads %j with the texts %j', (instruction, texts, brief) => {
    expect(readBrief([{ instruction, texts }])).toEqual(brief)
  })

  it('lets later messages override earlier ones', () => {
    const order = { instruction: 'Count the words, top 3', texts: ['a b'] }
    const change = { instruction: 'Top 5, and leave out: the, and.', texts: [] }
    expect(readBrief([order, change])).toEqual({
      kind: 'order',
      order: { text: 'a b', top: 5, ignored: ['the', 'and'] },
    })
  })
})

describe('statementOf', () => {
  it('takes the first text as the instruction, and files as texts to process', () => {
    const raw = Buffer.from('from a file').toString('base64')
    const parts = [{ text: 'a file', filename: 'a.txt' }, { text: 'Count' }, { text: 'more' }, { raw }]
    expect(statementOf(message(...parts))).toEqual({
      instruction: 'Count',
      texts: ['a file', 'more', 'from a file'],
    })
  })

  it('does not fetch URLs', () => {
    expect(statementOf(message({ url: 'http://localhost/secret' }))).toEqual({ instruction: '', texts: [] })
  })
})
