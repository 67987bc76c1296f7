import { describe, expect, it } from 'vitest'
import { flagsOf, requireName } from './plain-text.ts'

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

describe('requireName', () => {
  it.each([
    'Ada Lovelace',
    'Müller & Söhne, 2. Büro',
    'Анна Каренина',
    'Σωκράτης',
    'Souk по-русски',
    '株式会社ソーク Tokyo',
    'Team 🦀 ✔️',
    'µTorrent',
  ])('accepts %j', (name) => expect(() => requireName('displayName', name)).not.toThrow())

  it.each([
    ['Cyrillic letters among Latin ones', 'Ad\u0430'],
    ['Greek letters among Latin ones', 'S\u03bfuk'],
    ['Armenian letters among Latin ones', 'S\u0585uk'],
    ['hidden characters', 'A\u200bda'],
    ['only blank characters', '\u3164\u2800 \u115f'],
  ])('refuses %s', (_name, name) => expect(() => requireName('displayName', name)).toThrow('"displayName"'))
})
