import fastJson from 'fast-json-stringify'
import { describe, expect, it } from 'vitest'
import { withNullable } from './nullable.ts'

const nullOr = (schema: object) => ({
  anyOf: [schema, { type: 'null' }],
  description: 'Null while it is unknown.',
})
const objectOf = (properties: object) => ({ type: 'object', properties })

const price = objectOf({ amount: { type: 'integer' }, note: nullOr({ type: 'string' }) })
const schema: Readonly<Record<string, unknown>> = objectOf({
  title: nullOr({ type: 'string' }),
  at: nullOr({ type: 'string', format: 'date-time' }),
  count: nullOr({ type: 'integer' }),
  state: nullOr({ enum: ['open', 'closed'] }),
  reason: nullOr({ type: 'string', const: 'late' }),
  price: nullOr(price),
  prices: { type: 'array', items: nullOr(price) },
  either: nullOr({ anyOf: [objectOf({ text: { type: 'string' } }), objectOf({ url: { type: 'string' } })] }),
})

const full = {
  title: 'Letter',
  at: new Date('2026-11-15T12:00:00Z'),
  count: 3,
  state: 'open',
  reason: 'late',
  price: { amount: 100, note: null },
  prices: [{ amount: 5, note: 'net' }, null],
  either: { text: 'Hello' },
}

describe('withNullable', () => {
  const serialize = fastJson(withNullable(schema))

  it('serializes as the union would', () => {
    const union = fastJson(schema)
    const empty = Object.fromEntries(Object.keys(full).map((name) => [name, name === 'prices' ? [] : null]))
    for (const value of [full, empty, {}]) expect(serialize(value)).toBe(union(value))
    expect(JSON.parse(serialize(full))).toEqual({ ...full, at: '2026-11-15T12:00:00.000Z' })
  })

  it('writes only the fields of the schema', () => {
    const secret = { ...full, hash: 'x', price: { ...full.price, hash: 'x' }, prices: [{ hash: 'x' }] }
    expect(serialize(secret)).not.toContain('hash')
  })

  it('keeps other unions', () => {
    const union = { anyOf: [price, objectOf({ url: { type: 'string' } })] }
    expect(withNullable(union)).toMatchObject({ anyOf: [{ type: 'object' }, { type: 'object' }] })
    const either: Readonly<Record<string, unknown>> = objectOf({ either: union })
    for (const value of [{ amount: 3, note: null }, { amount: 3, note: 'net' }, { url: 'x:y' }])
      expect(fastJson(withNullable(either))({ either: value })).toBe(fastJson(either)({ either: value }))
    expect(withNullable(nullOr({ enum: [1, 2] }))).toEqual(nullOr({ enum: [1, 2] }))
  })

  it('returns one object for one schema, which the serializer then compiles once', () => {
    expect(withNullable(price)).toBe(withNullable(price))
  })

  it('leaves the original schema as it was', () => {
    expect(schema['properties']).toMatchObject({ title: { anyOf: [{ type: 'string' }, { type: 'null' }] } })
  })
})
