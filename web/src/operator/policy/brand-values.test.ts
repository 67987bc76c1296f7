import { describe, expect, it } from 'vitest'
import { brandProblems, colorIn } from './brand-values.ts'

describe('colorIn', () => {
  it.each([
    ['#0E5A63', '#0e5a63'],
    [' 0e5a63 ', '#0e5a63'],
    ['#Abc', '#aabbcc'],
    ['', undefined],
    ['red', undefined],
    ['#12345', undefined],
  ])('reads %j', (text, color) => expect(colorIn(text)).toBe(color))
})

describe('brandProblems', () => {
  const valid = {
    marketName: 'Bazaar',
    accentColor: '#abc',
    mailSender: '',
    legalUrl: '',
    privacyUrl: 'https://bazaar.example/privacy',
    supportUrl: '',
    supportEmail: 'help@bazaar.example',
  }

  it('accepts a complete brand', () => {
    expect(Object.values(brandProblems(valid)).filter((problem) => problem !== undefined)).toEqual([])
  })

  it.each([
    ['marketName', '  '],
    ['accentColor', 'blue'],
    ['mailSender', 'Bazaar <mail@bazaar.example>'],
    ['legalUrl', 'javascript:alert(1)'],
    ['supportEmail', 'help'],
  ] as const)('refuses %s %j', (name, text) => {
    expect(brandProblems({ ...valid, [name]: text })[name]).toEqual(expect.any(String))
  })
})
