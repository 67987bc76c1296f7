import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

describe('createSlots', () => {
  it('lets so many in at once, and the others in their order', async () => {
    const { take, giveBack } = createSlots(2)
    const inside: string[] = []
    const enter = async (name: string) => {
      await take()
      inside.push(name)
    }
    const all = ['a', 'b', 'c', 'd'].map(enter)
    await Promise.all(all.slice(0, 2))
    expect(inside).toEqual(['a', 'b'])
    giveBack()
    await all[2]
    expect(inside).toEqual(['a', 'b', 'c'])
    giveBack()
    await all[3]
    giveBack()
    giveBack()
    await Promise.all([take(), take()])
    expect(inside).toEqual(['a', 'b', 'c', 'd'])
  })
})
