import { describe, expect, it } from 'vitest'
import { faultOf } from './fault-amounts.ts'

describe('faultOf', () => {
  it.each([
    [1013n, 'USD', 'lost_after'],
    [1014n, 'USD', 'lost_before'],
    [1015n, 'USD', 'late'],
    [1300n, 'USD', 'none'],
    [1013n, 'JPY', 'lost_after'],
    [10_130n, 'KWD', 'lost_after'],
    [10_013n, 'KWD', 'none'],
    [11_500n, 'ISK', 'late'],
    [20_014n, 'HUF', 'lost_before'],
    [21_400n, 'HUF', 'lost_before'],
    [20_000n, 'HUF', 'none'],
  ])('maps %s %s to %s', (amount, currency, fault) => {
    expect(faultOf({ amount, currency })).toBe(fault)
  })
})
