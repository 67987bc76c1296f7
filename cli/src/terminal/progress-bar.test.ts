import { describe, expect, it } from 'vitest'
import { formatBytes } from './format-bytes.ts'
import { progressBar } from './progress-bar.ts'

describe('progressBar', () => {
  it.each([
    [0, '[░░░░░░░░░░░░░░░░░░░░] 0 %'],
    [6_100_000, '[██████░░░░░░░░░░░░░░] 30 %'],
    [20_000_000, '[████████████████████] 100 %'],
  ])('shows %i of 20 MB', (done, expected) => {
    expect(progressBar('report.pdf', done, 20_000_000)).toBe(`report.pdf ${expected}`)
  })
})

describe('formatBytes', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1000, '1.0 kB'],
    [104_857_600, '104.9 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('formats %i', (bytes, expected) => {
    expect(formatBytes(bytes)).toBe(expected)
  })
})
