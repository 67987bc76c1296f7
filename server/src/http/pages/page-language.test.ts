import { describe, expect, it } from 'vitest'
import { inLanguage, pageLocale } from './page-language.ts'

describe('page language', () => {
  it.each([
    [undefined, undefined, 'en'],
    [undefined, 'de', 'de'],
    [undefined, 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    [undefined, 'fr,en;q=0.5,de;q=0.7', 'de'],
    [undefined, 'en-US,en;q=0.9,de;q=0.8', 'en'],
    [undefined, 'fr;q=0.9, *;q=0.1', 'en'],
    [undefined, 'de;q=x;;,,=', 'de'],
    ['souk-locale=en', 'de', 'en'],
    ['a=b; souk-locale=de', 'en', 'de'],
    ['souk-locale=fr', 'de', 'de'],
    ['not-souk-locale=de', 'en', 'en'],
  ])('chooses for Cookie %s and Accept-Language %s the language %s', (cookie, accepted, locale) => {
    expect(pageLocale({ cookie, 'accept-language': accepted })).toBe(locale)
  })

  it('sets the language of the document', () => {
    expect(inLanguage('<html lang="en">', 'de')).toBe('<html lang="de">')
    expect(inLanguage('<html lang="en">', 'en')).toBe('<html lang="en">')
  })
})
