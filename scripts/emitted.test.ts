import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { emittedFiles } from './emitted.ts'

describe('emittedFiles', () => {
  it.each(emittedFiles())('%s is up to date', async (file, content) => {
    const committed = await readFile(new URL(`../${file}`, import.meta.url), 'utf8').catch(() => '')
    // Compares equality only: a diff of two whole documents is unreadable.
    expect(committed === content, `${file} is out of date: run npm run emit`).toBe(true)
  })
})
