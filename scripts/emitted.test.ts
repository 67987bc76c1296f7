import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { emittedFiles } from './emitted.ts'

describe('emittedFiles', () => {
  it.each(emittedFiles())('%s is what the contract says', async (file, content) => {
    const committed = await readFile(new URL(`../${file}`, import.meta.url), 'utf8').catch(() => '')
    // Only whether they are equal is compared: the difference of two whole documents helps nobody.
    expect(committed === content, `${file} is out of date: run npm run emit`).toBe(true)
  })
})
