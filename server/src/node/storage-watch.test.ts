import { describe, expect, it } from 'vitest'
import { isStorageFull } from './storage-watch.ts'

const limits = { freeMinBytes: 1000, databaseMaxBytes: 11_000 }

describe('isStorageFull', () => {
  it.each([
    { freeBytes: 999, full: true },
    { freeBytes: 1000, full: false },
    { databaseBytes: 11_000, full: false },
    { databaseBytes: 11_001, full: true },
    { freeBytes: 5000, databaseBytes: 11_001, full: true },
    { freeBytes: 999, databaseBytes: 5, full: true },
    { full: false },
  ])('compares %o with the limits', ({ full, ...measured }) =>
    expect(isStorageFull(false, measured, limits)).toBe(full),
  )

  it.each([
    { freeBytes: 1099, full: true },
    { freeBytes: 1100, full: false },
    { databaseBytes: 10_001, full: true },
    { databaseBytes: 9_999, full: false },
  ])('stays true until a tenth more than the limit is free: %o', ({ full, ...measured }) =>
    expect(isStorageFull(true, measured, limits)).toBe(full),
  )

  it('is never true without limits', () => {
    const none = { freeMinBytes: 0, databaseMaxBytes: undefined }
    expect(isStorageFull(false, { freeBytes: 0, databaseBytes: 1e15 }, none)).toBe(false)
    expect(isStorageFull(true, { freeBytes: 0, databaseBytes: 1e15 }, none)).toBe(false)
  })
})
