import { describe, expect, it } from 'vitest'
import { createConcurrencyLimit } from './concurrency.ts'

describe('createConcurrencyLimit', () => {
  it('admits up to the limit concurrently, and the others in order', async () => {
    const { acquire, release } = createConcurrencyLimit(2)
    const inside: string[] = []
    const enter = async (name: string) => {
      await acquire()
      inside.push(name)
    }
    const all = ['a', 'b', 'c', 'd'].map(enter)
    await Promise.all(all.slice(0, 2))
    expect(inside).toEqual(['a', 'b'])
    release()
    await all[2]
    expect(inside).toEqual(['a', 'b', 'c'])
    release()
    await all[3]
    release()
    release()
    await Promise.all([acquire(), acquire()])
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })
})
