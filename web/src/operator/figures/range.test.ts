import { describe, expect, it } from 'vitest'
import { axisMax, changeOf, levelOf, spansOf } from './range.ts'

const now = Date.parse('2026-11-17T15:30:00Z')

describe('spansOf', () => {
  it('ends today and compares with as many days before', () => {
    expect(spansOf('7d', now)).toEqual({
      current: { interval: 'day', from: '2026-11-11T00:00:00.000Z' },
      previous: { interval: 'day', from: '2026-11-04T00:00:00.000Z', to: '2026-11-11T00:00:00.000Z' },
    })
  })

  it('counts whole months', () => {
    expect(spansOf('12m', now)).toEqual({
      current: { interval: 'month', from: '2025-12-01T00:00:00.000Z' },
      previous: { interval: 'month', from: '2024-12-01T00:00:00.000Z', to: '2025-12-01T00:00:00.000Z' },
    })
  })
})

describe('changeOf', () => {
  it.each([
    [138, 100, 0.38],
    [50, 100, -0.5],
    [5, 0, undefined],
    [null, 3, undefined],
    [3, undefined, undefined],
  ])('compares %s with %s', (current, previous, change) => {
    expect(changeOf(current, previous)).toEqual(change)
  })
})

describe('axisMax', () => {
  it.each([
    [[0], 1],
    [[7], 10],
    [[12, 180], 200],
    [[4300], 5000],
  ])('rounds %s up to %i', (values, max) => {
    expect(axisMax(values)).toBe(max)
  })
})

describe('levelOf', () => {
  it.each([
    [0, 0],
    [0.01, 1],
    [0.25, 1],
    [0.26, 2],
    [1, 4],
  ])('a share of %s has the shade %s', (share, level) => {
    expect(levelOf(share)).toBe(level)
  })
})
