import { describe, expect, it } from 'vitest'
import { toFailure } from './failures.ts'

const lost = (code: string, message = 'it is gone') => Object.assign(new Error(message), { code })

describe('a call whose connection to the database was lost', () => {
  // EPIPE has five letters, as the codes of PostgreSQL have.
  it.each(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', '57P01', '08006', '53300'])(
    'with %s can be repeated',
    (code) => expect(toFailure(lost(code)).kind).toBe('unavailable'),
  )
})

it.each([
  ['22P02', 'bad-request'],
  ['54000', 'internal'],
  ['53100', 'storage-full'],
  ['ENOSPC', 'storage-full'],
  ['53200', 'unavailable'],
  ['42703', 'internal'],
  ['XX000', 'internal'],
  ['EACCES', 'internal'],
])('what fails with %s is answered as %s', (code, kind) => expect(toFailure(lost(code)).kind).toBe(kind))
