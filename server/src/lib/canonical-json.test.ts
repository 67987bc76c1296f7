import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

describe('canonicalJson', () => {
  it.each([
    ['null', null, 'null'],
    ['empty containers', { b: [], a: {} }, '{"a":{},"b":[]}'],
    [
      'nested members in order',
      { z: { b: 1, a: 2 }, a: [{ d: 1, c: 2 }] },
      '{"a":[{"c":2,"d":1}],"z":{"a":2,"b":1}}',
    ],
    ['no undefined members', { a: undefined, b: 1 }, '{"b":1}'],
    ['names that look like numbers', { '10': 1, '9': 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
    ['negative zero', -0, '0'],
  ])('writes %s', (_name, value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('formats numbers, strings and literals as in RFC 8785', () => {
    const value: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    expect(canonicalJson(value)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  it('orders names by their UTF-16 code units, as in RFC 8785', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
    expect(Object.keys(JSON.parse(text)).length).toBe(names.length)
    const places = ['\\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'].map((name) =>
      text.indexOf(`"${name}":`),
    )
    expect(places).toEqual(places.toSorted((left, right) => left - right))
    expect(places).not.toContain(-1)
  })

  it.each([
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['not a number', Number.NaN],
    ['a big integer', 1n],
    ['undefined', undefined],
    ['a hole in a list', [undefined]],
  ])('refuses %s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(TypeError)
  })

  it('parses back to the same value, and does not depend on the order of members', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(reversed(value))).toBe(text)
      }),
    )
  })
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const)
  return Object.fromEntries(members.toReversed())
}
