import { describe, expect, it } from 'vitest'
import { toFailure } from './failures.ts'

const lost = (code: string, message = 'connection lost') => Object.assign(new Error(message), { code })

describe('toFailure', () => {
  // EPIPE has five characters, like a SQLSTATE.
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', '57P01', '08006', '53300'])(
    'maps the lost connection %s to "unavailable"',
    (code) => expect(toFailure(lost(code)).kind).toBe('unavailable'),
  )

  it.each([
    ['22P02', 'bad-request'],
    ['54000', 'internal'],
    ['53100', 'storage-full'],
    ['ENOSPC', 'storage-full'],
    ['53200', 'unavailable'],
    ['42703', 'internal'],
    ['XX000', 'internal'],
    ['EACCES', 'internal'],
  ])('maps %s to %s', (code, kind) => expect(toFailure(lost(code)).kind).toBe(kind))
})
