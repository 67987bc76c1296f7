import { contract, openApiDocument } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { exampleOf } from './example-value.ts'

const { components } = openApiDocument(contract, { origin: 'https://souk.example', version: '1.2.3' })

describe('exampleOf', () => {
  it.each([
    [{ const: 'a' }, 'a'],
    [{ type: 'string', examples: ['b'] }, 'b'],
    [{ enum: ['c', 'd'] }, 'c'],
    [{ type: 'string', format: 'date-time' }, '2026-11-15T09:30:00.000Z'],
    [{ anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
    [{ type: 'array', items: { type: 'integer', minimum: 3 } }, [3]],
    [{ $ref: '#/components/schemas/Missing' }, null],
    [
      {
        type: 'object',
        required: ['taskId'],
        properties: { taskId: { type: 'string' }, note: { type: 'string' } },
      },
      { taskId: '01jcxg5s7ve0br4y2a6f3k8m9n' },
    ],
  ])('returns a value for %j', (schema, value) => {
    expect(exampleOf(schema, {})).toEqual(value)
  })

  it('ends for a component that contains itself', () => {
    const schemas = {
      Node: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/components/schemas/Node' } },
      },
    }
    expect(exampleOf({ $ref: '#/components/schemas/Node' }, schemas)).toEqual({ next: null })
  })

  it('contains every required field of a component', () => {
    expect(exampleOf({ $ref: '#/components/schemas/Thread' }, components.schemas)).toMatchObject({
      participants: [{ name: 'ada-translates', displayName: 'Ada Translates' }],
      unread: 1,
    })
  })
})
