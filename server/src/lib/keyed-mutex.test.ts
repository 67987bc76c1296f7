import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createKeyedMutex } from './keyed-mutex.ts'

describe('createKeyedMutex', () => {
  it('runs work of one key in order and work of other keys concurrently', async () => {
    const mutex = createKeyedMutex()
    const seen: string[] = []
    const work = (key: string, name: string, milliseconds: number) =>
      mutex.run(key, async () => {
        seen.push(`${name} in`)
        await delay(milliseconds)
        seen.push(`${name} out`)
        return { result: name }
      })
    const results = await Promise.all([work('a', 'first', 20), work('a', 'second', 0), work('b', 'other', 5)])
    expect(results).toEqual(['first', 'second', 'other'])
    expect(seen).toEqual(['first in', 'other in', 'other out', 'first out', 'second in', 'second out'])
  })

  it('releases the key after an error, which only its own caller receives', async () => {
    const mutex = createKeyedMutex()
    const failing = mutex.run('a', async () => {
      throw new Error('no')
    })
    const next = mutex.run('a', async () => ({ result: 'yes' }))
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('yes')
  })

  it('passes state to queued work of the same key only', async () => {
    const mutex = createKeyedMutex<number>()
    const work = async (handover = 0) => ({ result: handover, handover: handover + 1 })
    const queued = [mutex.run('a', work), mutex.run('a', work), mutex.run('b', work)]
    expect(await Promise.all(queued)).toEqual([0, 1, 0])
    expect(await mutex.run('a', work)).toBe(0)
  })
})
