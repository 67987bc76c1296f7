import type { Part } from 'souk-contract'
import { describe, expect, it } from 'vitest'
import { createClient } from '../client.ts'
import { filesIn } from './result-files.ts'

const calls = createClient({ baseUrl: 'https://souk.example/api' })
const file = (filename?: string): Part => ({
  raw: btoa('work'),
  ...(filename === undefined ? {} : { filename }),
})

describe('filesIn', () => {
  it('returns safe and different names, and the names that the provider chose', async () => {
    const files = filesIn(calls, [
      {
        artifactId: 'art_1',
        parts: [{ text: 'Here.' }, file('../../.ssh/authorized_keys'), file('a/b.txt')],
      },
      {
        artifactId: 'art_2',
        name: 'c/b.txt',
        parts: [file(), { url: 'https://x.example/', filename: '..' }],
      },
      { artifactId: 'art_3', parts: [file()] },
    ])
    expect(files.map(({ filename, originalFilename }) => [filename, originalFilename])).toEqual([
      ['authorized_keys', '../../.ssh/authorized_keys'],
      ['b.txt', 'a/b.txt'],
      ['b (2).txt', 'c/b.txt'],
      ['file', '..'],
      ['art_3', 'art_3'],
    ])
    expect(new TextDecoder().decode(await files[0]?.bytes())).toBe('work')
    await expect(files[3]?.bytes()).rejects.toThrow('not stored by the marketplace')
  })
})
