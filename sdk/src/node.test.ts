import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileStore } from './node.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-store-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('fileStore', () => {
  it('stores only the last position', async () => {
    const path = join(folder, 'position')
    expect(await fileStore(path).load()).toBeUndefined()
    await fileStore(path).save('41')
    await fileStore(path).save('42')
    expect([await fileStore(path).load(), await readdir(folder)]).toEqual(['42', ['position']])
  })

  it('throws if the file cannot be read', async () => {
    await expect(fileStore(folder).load()).rejects.toThrow('EISDIR')
  })
})
