import { describe, expect, it } from 'vitest'
import { emptyDraft, readDraft, type Draft, type Schema } from './read-input.ts'

const order: Schema = {
  type: 'object',
  required: ['words', 'style'],
  properties: {
    words: { type: 'integer', minimum: 1, maximum: 400 },
    style: { enum: ['plain', 'formal'], default: 'formal' },
    note: { type: 'string', maxLength: 5 },
    urgent: { type: 'boolean' },
    pages: { type: 'array', items: { type: 'integer' }, maxItems: 2 },
    address: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
    unit: { const: 'word' },
  },
}
const empty = emptyDraft(order)
const draft = (changes: Record<string, Draft>): Draft => ({
  ...(typeof empty === 'object' && !Array.isArray(empty) ? empty : {}),
  ...changes,
})

describe('emptyDraft', () => {
  it('starts with the defaults of the schema', () => {
    expect(empty).toMatchObject({ words: '', style: '1', note: '', urgent: false, pages: [] })
  })
})

describe('readDraft', () => {
  it('converts texts to the types of the schema and leaves out empty optional fields', () => {
    expect(readDraft(order, draft({ words: '380' }))).toEqual({
      value: { words: 380, style: 'formal', urgent: false, unit: 'word' },
      errors: [],
    })
  })

  it.each<[Record<string, Draft>, string]>([
    [{}, '/words'],
    [{ words: '0' }, '/words'],
    [{ words: '1.5' }, '/words'],
    [{ words: 'many' }, '/words'],
    [{ words: '1', style: '' }, '/style'],
    [{ words: '1', note: 'too long' }, '/note'],
    [{ words: '1', pages: ['1', 'x'] }, '/pages/1'],
    [{ words: '1', pages: ['1', '2', '3'] }, '/pages'],
  ])('names the field that %o leaves invalid', (changes, path) => {
    expect(readDraft(order, draft(changes)).errors.map(([where]) => where)).toEqual([path])
  })

  it('asks for the fields of an optional group once one of them is filled', () => {
    const group: Schema = {
      type: 'object',
      properties: {
        to: {
          type: 'object',
          required: ['city'],
          properties: { city: { type: 'string' }, street: { type: 'string' } },
        },
      },
    }
    expect(readDraft(group, emptyDraft(group))).toEqual({ value: {}, errors: [] })
    expect(readDraft(group, { to: { city: '', street: 'Elm' } }).errors.map(([path]) => path)).toEqual([
      '/to/city',
    ])
  })

  it('takes any JSON where the schema does not describe a type', () => {
    expect(readDraft({}, '{"a": [1]}').value).toEqual({ a: [1] })
    expect(readDraft({}, '{a').errors).toHaveLength(1)
  })
})
