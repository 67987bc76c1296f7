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

describe('a derived title', () => {
  it.each([
    ['**Translate** the *letter*', 'Translate the letter'],
    ['# Heading', 'Heading'],
    ['## Closed heading ##', 'Closed heading'],
    ['> - [ ] A quoted task', 'A quoted task'],
    ['1. First', 'First'],
    ['- item', 'item'],
    ['__Bold__, ~~gone~~ and `code`', 'Bold, gone and code'],
    ['***Both***', 'Both'],
    ['See [the brief](https://example.com/a_b) and ![a plan](x.png)', 'See the brief and a plan'],
    ['<https://example.com/x_y>', 'https://example.com/x_y'],
    ['A \\*literal\\* star', 'A *literal* star'],
    ['Add 2 * 3 * 4 and snake_case_names', 'Add 2 * 3 * 4 and snake_case_names'],
    ['C# and 5 > 3', 'C# and 5 > 3'],
    ['#hashtag', '#hashtag'],
    ['---\nBelow a rule', 'Below a rule'],
    ['```sh\nnpm test\n```', 'npm test'],
    ['****\nHello', 'Hello'],
    ['Heading\n=======', 'Heading'],
  ])('has no Markdown syntax: %j', (text, title) => {
    expect(titleOfRequest(undefined, [{ text }])).toBe(title)
  })

  it('is found quickly in hostile text', () => {
    for (const part of ['*', '[', '![', '`', '\\*', '> ', '_a'])
      expect(titleOfRequest(undefined, [{ text: part.repeat(4000) }]).length).toBeLessThanOrEqual(80)
  })

  it('keeps Markdown in a title that the client sends', () => {
    expect(titleOfRequest('**Bold**', [])).toBe('**Bold**')
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
