import { describe, expect, it } from 'vitest'
import { createFilenames } from './filenames.ts'

describe('createFilenames', () => {
  it.each([
    ['letter.txt', 'letter.txt'],
    ['Übersetzung 最終版.pdf', 'Übersetzung 最終版.pdf'],
    ['.gitignore', '.gitignore'],
    ['../../.ssh/authorized_keys', 'authorized_keys'],
    ['/etc/passwd', 'passwd'],
    ['..\\..\\Windows\\win.ini', 'win.ini'],
    ['C:\\Windows\\win.ini', 'win.ini'],
    ['C:win.ini', 'win.ini'],
    ['\\\\host\\share\\a.txt', 'a.txt'],
    ['a/b\\c.txt', 'c.txt'],
    ['a.txt:stream', 'a.txt_stream'],
    ['', 'file'],
    ['.', 'file'],
    ['..', 'file'],
    ['...', 'file'],
    ['a/..', 'file'],
    ['folder/', 'file'],
    ['C:', 'file'],
    [' \t', '_'],
    ['a.txt. .', 'a.txt'],
    ['  a.txt', 'a.txt'],
    ['a\u0000b\nc\u007f.txt', 'a_b_c_.txt'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['a\ud800.txt', 'a_.txt'],
    ['<a|b>?*".txt', '_a_b____.txt'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1.tar.gz', '_com1.tar.gz'],
    ['LPT¹ .txt', '_LPT¹ .txt'],
    ['CONIN$', '_CONIN$'],
    ['console.txt', 'console.txt'],
    ['com10', 'com10'],
  ])('makes a safe name of %j: %s', (given, expected) => {
    expect(createFilenames()(given)).toBe(expected)
  })

  it.each([
    ['a long name', `${'a'.repeat(300)}.txt`],
    ['a long name of long characters', `${'最'.repeat(255)}.txt`],
    ['a long extension', `a.${'b'.repeat(300)}`],
    ['a space at the cut', `${'a'.repeat(235)}${' '.repeat(20)}b.txt`],
  ])('shortens %s to what file systems allow', (_, given) => {
    const name = createFilenames()(given)
    expect(new TextEncoder().encode(name).length).toBeLessThanOrEqual(240)
    expect(name).not.toMatch(/\s\.txt$/)
    expect(name.endsWith('.txt')).toBe(given.endsWith('.txt'))
  })

  it('numbers repeated names, including those that differ only by case or normalization', () => {
    const name = createFilenames()
    expect(['a.txt', 'A.TXT', 'x/a.txt', 'a (2).txt', 'a.txt'].map(name)).toEqual([
      'a.txt',
      'A (2).TXT',
      'a (3).txt',
      'a (2) (2).txt',
      'a (4).txt',
    ])
    expect(['\u00e9.txt', 'e\u0301.txt', '..', '.'].map(name)).toEqual([
      '\u00e9.txt',
      'e\u0301 (2).txt',
      'file',
      'file (2)',
    ])
  })
})
