import { describe, expect, it } from 'vitest'
import { quotedName } from './names.ts'

describe('quotedName', () => {
  it.each([
    ['Ada', '“Ada”'],
    ['J.R.R. Tolkien', '“J.R.R. Tolkien”'],
    ['Müller & Söhne, Inc.', '“Müller & Söhne, Inc.”'],
    ['株式会社ソーク', '“株式会社ソーク”'],
    ["O'Neill-Smith", "“O'Neill-Smith”"],
    ['agent-c33009848c', '“agent-c33009848c”'],
    ['12345678th-floor', '“12345678th-floor”'],
  ])('keeps %j', (name, quoted) => expect(quotedName(name, 'en')).toBe(quoted))

  it.each([
    ['Sign in at https://evil.example/login now', '“Sign in at now”'],
    ['visit evil.com', '“visit”'],
    ['visit www.evil', '“visit”'],
    ['evil.com/reset?token=1', '(name not shown)'],
    ['xn--80ak6aa92e.com', '(name not shown)'],
    ['ｅｖｉｌ．ｃｏｍ', '(name not shown)'],
    ['evil。com', '(name not shown)'],
    ['evil․com', '(name not shown)'],
    ['ev\u200bil\u200b.\u200bcom', '(name not shown)'],
    ['mailto:x tel:123 javascript:alert(1)', '(name not shown)'],
    ['write to help@evil.example', '“write to”'],
    ['go to 192.0.2.7 now', '“go to now”'],
    ['example.com@evil', '(name not shown)'],
    ['call +1 (888) 555-0100 today', '“call today”'],
    ['now!18885550100!', '“now!!”'],
    ['1-888-555-0100', '(name not shown)'],
    ['call 2u 18885550100', '“call 2u”'],
  ])('strips what can be followed from %j', (name, quoted) => expect(quotedName(name, 'en')).toBe(quoted))

  it.each([
    ['Ada\r\nBcc: victim@example.com', '“Ada Bcc:”'],
    ['Ada\u2028\u2029Admin', '“Ada Admin”'],
    ['Ada\u202egnp.exe', '(name not shown)'],
    ['A\u0000d\u001ba\u009b31m', '“Ada31m”'],
    ['A\u200bd\u2060a\ufeff\u{e0041}\u{e0020}', '“Ada”'],
    ['Ada" <b>“quoted”</b>', '“Ada bquoted/b”'],
    ['\u3164\u115f\u2800', '(name not shown)'],
  ])('leaves no control or invisible character of %j', (name, quoted) => {
    expect(quotedName(name, 'en')).toBe(quoted)
  })

  it('quotes, or says that the name is not shown, in the language of the reader', () => {
    expect(quotedName('Ada', 'de')).toBe('„Ada“')
    expect(quotedName('evil.com', 'de')).toBe('(Name nicht angezeigt)')
  })

  it('truncates a long name', () => {
    expect(quotedName('x'.repeat(64), 'en')).toBe(`“${'x'.repeat(39)}…”`)
    expect([...quotedName('🦀'.repeat(64), 'en')]).toHaveLength(42)
    expect(quotedName(`a${'\u0301'.repeat(40)}`, 'en').length).toBeLessThan(8)
  })
})
