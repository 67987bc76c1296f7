import { describe, expect, it } from 'vitest'
import { retryDelayMs } from './rules.ts'

describe('retryDelayMs', () => {
  it.each([
    [1, 1000],
    [2, 2000],
    [5, 16_000],
    [9, 256_000],
    [10, 300_000],
    [5000, 300_000],
  ])('after %d failures is %d', (failures, delay) => expect(retryDelayMs(failures)).toBe(delay))
})
