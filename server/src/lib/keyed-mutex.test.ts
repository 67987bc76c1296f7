import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './keyed-mutex.ts'

it('lets one of a key in at a time, in the order they came, and others at once', async () => {
  const turns = createTurns()
  const seen: string[] = []
  const work = (key: string, name: string, milliseconds: number) =>
    turns.take(key, async () => {
      seen.push(`${name} in`)
      await delay(milliseconds)
      seen.push(`${name} out`)
      return { done: name }
    })
  const done = await Promise.all([work('a', 'first', 20), work('a', 'second', 0), work('b', 'other', 5)])
  expect(done).toEqual(['first', 'second', 'other'])
  expect(seen).toEqual(['first in', 'other in', 'other out', 'first out', 'second in', 'second out'])
})

it('goes on after one that failed, and tells only that one', async () => {
  const turns = createTurns()
  const failing = turns.take('a', async () => {
    throw new Error('no')
  })
  const next = turns.take('a', async () => ({ done: 'yes' }))
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

it('tells those who waited what the one before has left, and nobody else', async () => {
  const turns = createTurns<number>()
  const work = async (left = 0) => ({ done: left, left: left + 1 })
  const waiting = [turns.take('a', work), turns.take('a', work), turns.take('b', work)]
  expect(await Promise.all(waiting)).toEqual([0, 1, 0])
  expect(await turns.take('a', work)).toBe(0)
})
