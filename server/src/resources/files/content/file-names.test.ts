import { describe, expect, it } from 'vitest'
import { readFileName, spellFileName } from './file-names.ts'

describe('readFileName', () => {
  it.each([
    'brief.pdf',
    'no-ending',
    'two words (final).tar.gz',
    'Größe & Preis, 100%.txt',
    '契約書.pdf',
    '😀.png',
    'com10.txt',
    'console.log',
    'a.b..c',
    'x'.repeat(150),
    '😀'.repeat(150),
  ])('accepts %j unchanged', (name) => {
    expect(readFileName(name)).toBe(name)
  })

  it('normalizes to NFC', () => {
    const decomposed = 'e\u0301'.repeat(150)
    expect(readFileName(decomposed)).toBe('é'.repeat(150))
    expect(spellFileName('cafe\u0301.txt')).toBe('café.txt')
  })

  it.each([
    '../etc/passwd', '/etc/passwd', 'C:\\boot.ini', 'a/b', 'a\\b', 'a:b', 'what?', 'a*', 'a|b', '<a>', 'a"b',
    '.', '..', '.hidden', 'trailing.', 'trailing ', ' leading', '\u00a0leading', '',
    'CON', 'nul.txt', 'Com1', 'lpt9.tar.gz', 'aux.', 'COM¹.txt', 'conin$',
    'a\nb', 'a\u0000b', 'a\u007fb', 'invoice\u202efdp.exe', 'zero\u200bwidth', '\ufeffbom',
    'x'.repeat(151), '\u0958'.repeat(76),
  ])('refuses %j', (name) => {
    expect(() => readFileName(name)).toThrow(/filename/)
  }) // prettier-ignore
})
