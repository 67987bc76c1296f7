import { describe, expect, it } from 'vitest'
import { flagsOf } from './plain-text.ts'

describe('flagsOf', () => {
  it.each([
    ['ordinary text', 'Twelve pages,\r\n\tGerman to English: "größer" — 12 €', []],
    ['right-to-left script', 'مرحبا', []],
    ['emoji with a variation selector', 'Done ✔️', []],
    ['a zero-width space', 'pay\u200bpal', ['hidden-characters']],
    ['a turned direction', 'invoice\u202efdp.exe', ['hidden-characters']],
    ['tag characters', 'Hello\u{e0049}\u{e0067}', ['hidden-characters']],
    ['a control character', 'bell\u0007', ['hidden-characters']],
    ['a byte order mark inside', 'a\ufeffb', ['hidden-characters']],
  ])('flags %s', (_name, text, flags) => {
    expect(flagsOf(text)).toEqual(flags)
  })
})
