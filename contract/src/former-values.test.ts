import { describe, expect, it } from 'vitest'
import { currentValue, enumWithFormer, formerValues } from './former-values.ts'

const statuses = ['pending', 'canceled'] as const

describe('currentValue', () => {
  it.each([
    ['canceled', 'canceled'],
    ['cancelled', 'canceled'],
    ['pending', 'pending'],
    ['unknown', undefined],
    [undefined, undefined],
  ])('turns %s into %s', (value, current) => {
    expect(currentValue('status', value, statuses)).toBe(current)
  })

  it('replaces a value only in its own field', () => {
    expect(currentValue('visibility', 'cancelled', statuses)).toBeUndefined()
  })
})

describe('enumWithFormer', () => {
  it('accepts the former values and describes them as deprecated', () => {
    expect(enumWithFormer('status', statuses, 'Status.')).toMatchObject({
      enum: ['pending', 'canceled', 'cancelled'],
      description: 'Status. Deprecated: `cancelled`.',
    })
    expect(formerValues('status')).toEqual(['cancelled'])
  })
})
