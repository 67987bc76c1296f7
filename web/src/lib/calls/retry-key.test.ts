import { SoukError } from 'souk-sdk'
import { describe, expect, it } from 'vitest'
import { createRetryKey } from './retry-key.ts'

const order = { amount: 500 }

/** Sends inputs one after the other, each with its answer, and returns which calls had the same key as the first. */
async function keysOf(...calls: readonly (readonly [input: unknown, answer: 'none' | 'refused' | 'done'])[]) {
  const withKey = createRetryKey()
  const keys: string[] = []
  for (const [input, answer] of calls) {
    await withKey(input, async (key) => {
      keys.push(key)
      if (answer === 'none') throw new SoukError('Lost.', { kind: 'unavailable', status: 0 })
      if (answer === 'refused') throw new SoukError('Refused.', { kind: 'conflict', status: 409 })
    }).catch(() => undefined)
  }
  return keys.map((key) => key === keys[0])
}

describe('createRetryKey', () => {
  it('repeats the key while the same input has no answer', async () => {
    expect(await keysOf([order, 'none'], [{ ...order }, 'none'], [order, 'done'])).toEqual([true, true, true])
  })

  it('uses a new key for another input', async () => {
    expect(await keysOf([order, 'none'], [{ amount: 501 }, 'none'])).toEqual([true, false])
  })

  it('uses a new key for a file, because two of the same name can differ', async () => {
    const upload = (text: string) => ({ filename: 'a.txt', file: new Blob([text]) })
    expect(await keysOf([upload('one'), 'none'], [upload('two'), 'done'])).toEqual([true, false])
  })

  it.each(['done', 'refused'] as const)('uses a new key after the answer %s', async (answer) => {
    expect(await keysOf([order, 'none'], [order, answer], [order, 'done'])).toEqual([true, true, false])
  })
})
