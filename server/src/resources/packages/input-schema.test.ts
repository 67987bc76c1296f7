import { describe, expect, it } from 'vitest'
import { requireValidInput, requireValidSchema } from './input-schema.ts'

const schema = {
  type: 'object',
  properties: {
    words: { type: 'integer', minimum: 1, maximum: 400 },
    tone: { enum: ['formal', 'plain'] },
    note: { type: 'string', maxLength: 3 },
    links: { type: 'array', maxItems: 1, items: { type: 'string' } },
  },
  required: ['words'],
  additionalProperties: false,
}

describe('requireValidSchema', () => {
  it('accepts the supported keywords', () => {
    expect(() => requireValidSchema(schema)).not.toThrow()
  })

  it.each([
    ['a reference', { $ref: 'https://example.com/schema' }, 'inputSchema.$ref'],
    [
      'a regular expression',
      { properties: { a: { pattern: '(a+)+$' } } },
      'inputSchema.properties.a.pattern',
    ],
    ['a format', { items: { format: 'uri' } }, 'inputSchema.items.format'],
    ['a combinator', { anyOf: [{}] }, 'inputSchema.anyOf'],
    ['an unknown type', { type: 'file' }, 'inputSchema.type'],
    ['a keyword with a wrong value', { maxLength: -1 }, 'inputSchema.maxLength'],
    ['a property without a schema', { properties: { a: true } }, 'inputSchema.properties.a'],
    ['a prototype', JSON.parse('{"__proto__": {"type": "string"}}'), 'inputSchema.__proto__'],
    ['too many bytes', { description: 'a'.repeat(17_000) }, '16 KiB'],
  ])('refuses %s', (_name, refused, named) => {
    expect(() => requireValidSchema(refused)).toThrow(named)
  })

  it('refuses deep nesting', () => {
    let deep: object = { type: 'string' }
    for (let depth = 0; depth < 20; depth++) deep = { items: deep }
    expect(() => requireValidSchema({ ...deep })).toThrow('8 deep')
  })
})

describe('requireValidInput', () => {
  it.each([
    [{ words: 400, tone: 'plain', note: '😀😀😀', links: ['x'] }, undefined],
    [{}, '"input.words" is required'],
    [{ words: 1.5 }, '"input.words" must be of type integer'],
    [{ words: 0 }, '"input.words" must be at least 1.'],
    [{ words: 1, tone: 'rude' }, '"input.tone" must be one of: formal, plain.'],
    [{ words: 1, note: 'long' }, '"input.note" must have at most 3 characters.'],
    [{ words: 1, links: [1] }, '"input.links.0" must be of type string.'],
    [{ words: 1, links: ['a', 'b'] }, '"input.links" must have at most 1 items.'],
    [{ words: 1, other: 1 }, '"input.other" is not allowed.'],
    [[], '"input" must be of type object.'],
    [undefined, '"input" is required by the package.'],
    [{ words: 1, note: 'a'.repeat(70_000) }, '64 KiB'],
  ])('checks %j', (input, problem) => {
    const check = () => requireValidInput(schema, input)
    if (problem === undefined) expect(check).not.toThrow()
    else expect(check).toThrow(problem)
  })

  it('refuses an input of a package without a schema', () => {
    expect(() => requireValidInput(null, {})).toThrow('takes no "input"')
    expect(() => requireValidInput(null, undefined)).not.toThrow()
  })

  it('does not take inherited properties for fields', () => {
    expect(() => requireValidInput({ required: ['toString'] }, {})).toThrow('"input.toString" is required')
  })
})
