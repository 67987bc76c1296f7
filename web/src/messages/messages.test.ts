import { errorKinds } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { compileMessage } from '../../../scripts/compile-messages.ts'
import { catalog } from './catalog.ts'
import { operatorTranslation } from './de/operator.ts'
import { translation } from './de/index.ts'
import { english } from './en/index.ts'
import { operatorEnglish } from './en/operator.ts'
import { errorLine, errorText } from './error-text.ts'
import { renderText } from './message.ts'

const operatorAreas = Object.entries(operatorEnglish).map(
  ([area, say]) => [`operator ${area}`, say.english] as const,
)
const areas = [
  ...Object.entries(english).map(([area, say]) => [area, say.english] as const),
  ...operatorAreas,
]
const german: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  ...translation,
  ...Object.fromEntries(
    Object.entries(operatorTranslation).map(([area, messages]) => [`operator ${area}`, messages]),
  ),
}

describe('the German catalog', () => {
  it.each(areas)('has every message of %s', (area, messages) => {
    const translated = german[area] ?? {}
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(messages).toSorted())
    expect(Object.entries(translated).filter(([, text]) => text === '')).toEqual([])
  })

  it.each(areas)('uses the values and tags of the English messages of %s', (area, messages) => {
    const needed = Object.entries(messages).map(([key, message]) => [key, namesIn(message)])
    const used = Object.entries(messages).map(([key]) => [key, namesIn(german[area]?.[key])])
    expect(used).toEqual(needed)
  })

  it('has a text for every kind of error', () => {
    expect(Object.keys(translation.errors).toSorted()).toEqual(Object.keys(errorKinds).toSorted())
  })
})

/** Names of the values and tags in a compiled message. */
function namesIn(message: unknown): string[] {
  const names = new Set<string>()
  JSON.stringify(message, (key, value: unknown) => {
    if (['value', 'plural', 'select', 'tag'].includes(key) && typeof value === 'string') names.add(value)
    return value
  })
  return [...names].toSorted()
}

describe('renderText', () => {
  it.each([
    ['{count, plural, one {# task} other {# tasks}}', { count: 1 }, 'en', '1 task'],
    ['{count, plural, one {# task} other {# tasks}}', { count: 1200 }, 'en', '1,200 tasks'],
    ['{count, plural, one {# Auftrag} other {# Aufträge}}', { count: 1200 }, 'de', '1.200 Aufträge'],
    ['{count, plural, =0 {none} other {#}} of {total}', { count: 0, total: 3 }, 'en', 'none of 3'],
    [
      '{side, select, client {You pay} other {You earn}} {sum}',
      { side: 'client', sum: '$1' },
      'en',
      'You pay $1',
    ],
    ["Don’t use '{'braces'}'", {}, 'en', 'Don’t use {braces}'],
  ])('renders %s with %o in %s', (text, values, locale, rendered) => {
    expect(renderText(compileMessage(text), { values, locale })).toBe(rendered)
  })

  it('refuses formats that the catalogs do not use', () => {
    expect(() => compileMessage('{when, date, short}')).toThrow('format dates and amounts before')
  })
})

describe('catalog', () => {
  const say = catalog('ui', { plain: 'Plain', named: 'Hello {name}', linked: 'Read <link>this</link>' })

  it('checks keys and values when it is compiled', () => {
    expect(say('plain')).toBe('Plain')
    // @ts-expect-error: unknown key
    say('unknown')
    // @ts-expect-error: missing value
    say('named')
    // @ts-expect-error: unknown value
    say('named', { other: 'Ada' })
    // @ts-expect-error: a message with tags needs say.rich
    say('linked')
  })
})

describe('errorText', () => {
  const conflict = {
    kind: 'conflict',
    status: 409,
    message: 'The handle is taken.',
    hint: 'Choose another.',
  } as const

  it('shows the server’s text in English', () => {
    expect(errorText(conflict, undefined)).toEqual({
      text: 'The handle is taken.',
      details: [{ text: 'Choose another.' }],
    })
  })

  it('shows the German text of the kind, with the server’s details', () => {
    expect(errorText(conflict, translation.errors)).toEqual({
      text: translation.errors['conflict'],
      details: [{ text: 'The handle is taken.', lang: 'en' }],
    })
  })

  it('falls back to the server’s text for a kind without a translation', () => {
    expect(errorText(conflict, {}).text).toBe('The handle is taken.')
  })

  it.each([
    ['"password" is incorrect.', 'Password is incorrect.'],
    [
      '"maxPerDay" must be at most USD 1,250.00, your limit.',
      'Max per day must be at most $1,250.00, your limit.',
    ],
    [
      'This requires JPY 1,480, but the balance is −USD 5.00.',
      'This requires ¥1,480, but the balance is −$5.00.',
    ],
    [
      'Send "amount" in CHF 7.00, as RFC 9110 says.',
      'Send "amount" in CHF\u00A07.00, as RFC\u00A09110 says.',
    ],
  ])('rewrites %s for people', (message, written) => {
    const refused = { ...conflict, message, hint: 'Send USD 3.00.' }
    expect(errorText(refused, undefined)).toEqual({ text: written, details: [{ text: 'Send $3.00.' }] })
    expect(errorText(refused, translation.errors).details).toEqual([{ text: written, lang: 'en' }])
  })
})

describe('errorLine', () => {
  const refused = { kind: 'conflict', status: 409, message: 'It is taken.', hint: 'Choose another.' } as const

  it('joins the text and its details', () => {
    expect(errorLine(refused, undefined)).toBe('It is taken. Choose another.')
    expect(errorLine(refused, translation.errors)).toBe(`${translation.errors['conflict']} It is taken.`)
  })
})
