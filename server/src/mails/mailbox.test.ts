import { describe, expect, it } from 'vitest'
import { parseMailbox } from './mailbox.ts'

describe('parseMailbox', () => {
  it.each([
    ['Souk <no-reply@example.com>', 'Souk', 'no-reply@example.com'],
    ['"Bazaar, Inc." <mail@example.com> ', 'Bazaar, Inc.', 'mail@example.com'],
    ['<mail@example.com>', null, 'mail@example.com'],
    [' mail@example.com ', null, 'mail@example.com'],
  ])('reads %j', (text, name, address) => expect(parseMailbox(text)).toEqual({ name, address }))
})
