import { describe, expect, it } from 'vitest'
import { titleOfApplication, titleOfRequest } from './title.ts'

const long = 'word '.repeat(30)
const cut = `${'word '.repeat(15)}word…`

describe('titleOfRequest', () => {
  it.each([
    ['Translate a letter', 'Translate a letter'],
    ['  Two\n lines\tand  tabs ', 'Two lines and tabs'],
    ['Bell\u0007 and \u202eoverride\u2066', 'Bell and override'],
    ['x'.repeat(80), 'x'.repeat(80)],
  ])('uses the title of the client: %j', (sent, title) => {
    expect(titleOfRequest(sent, [{ text: 'Hello' }])).toBe(title)
  })

  it.each(['\u200b', '\u0000\u0001', ' \n\u2060 '])(
    'refuses a title without visible characters: %j',
    (sent) => {
      expect(() => titleOfRequest(sent, [{ text: 'Hello' }])).toThrow(
        '"title" must contain visible characters',
      )
    },
  )

  it.each([
    ['the first line', [{ text: 'Guten Tag!\nMore text' }], 'Guten Tag!'],
    ['the first line with visible characters', [{ text: '\r\n \u200b\n\nHello' }], 'Hello'],
    ['the first text part', [{ data: { a: 1 } }, { text: '' }, { text: 'Second' }], 'Second'],
    ['80 characters', [{ text: long }], cut],
    ['whole characters', [{ text: '😀'.repeat(100) }], `${'😀'.repeat(79)}…`],
    ['a file name', [{ raw: 'AA==', filename: 'letter.pdf' }], 'letter.pdf'],
    ['a default', [{ data: [] }], 'Untitled task'],
  ])('derives a title: %s', (_what, parts, title) => {
    expect(titleOfRequest(undefined, parts)).toBe(title)
    expect([...title].length).toBeLessThanOrEqual(80)
  })
})

describe('titleOfApplication', () => {
  it.each([
    ['A listing', 'A listing'],
    [long, cut],
    ['\u200b', 'Untitled task'],
  ])('is the title of the listing %j', (title, expected) => {
    expect(titleOfApplication({ title })).toBe(expected)
  })
})
