import { describe, expect, it } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('createPasswords', () => {
  it('runs two at a time, queues 64 and refuses the rest', async () => {
    const passwords = createPasswords({ memoryKiB: 1024, passes: 1 })
    const tries = Array.from({ length: 70 }, () => passwords.verify('wrong', undefined))
    expect(passwords.waiting()).toBe(64)
    const settled = await Promise.allSettled(tries)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(4)
    expect(refused[0]).toMatchObject({ reason: { kind: 'unavailable' } })
    expect(passwords.waiting()).toBe(0)
  })
})
