import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { start, type Running } from '../../src/start.ts'
import { createScratch, freePort, type Scratch } from '../fixtures/server-process.ts'

let folder: string
let scratch: Scratch
const running: Running[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-key-'))
  scratch = await createScratch()
})
afterEach(stopAll)
afterAll(async () => {
  await scratch.drop()
  await rm(folder, { recursive: true, force: true })
})

/** The whole product, with the secret key in a file of its own data folder. */
async function serve(name: string, url = scratch.url): Promise<void> {
  const environment = { HOST: '127.0.0.1', PORT: String(await freePort()), LOG_LEVEL: 'silent' }
  const config = { ...environment, DATA_DIR: join(folder, name), DATABASE_URL: url }
  running.push(await start(readConfig(config)))
}

async function stopAll(): Promise<void> {
  for (const server of running.splice(0)) await server.stop()
}

const filesIn = (name: string) => readdir(join(folder, name)).catch(() => [])

describe('secret.key', () => {
  it('is created on the first start and used from then on', async () => {
    await serve('first')
    const key = await readFile(join(folder, 'first', 'secret.key'), 'utf8')
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await filesIn('first')).toEqual(['secret.key'])
    await stopAll()
    await serve('first')
    expect(await readFile(join(folder, 'first', 'secret.key'), 'utf8')).toBe(key)
  })

  it('is not created anew when it is missing and the database was set up with another', async () => {
    await expect(serve('second')).rejects.toThrow(/secret\.key is missing.*No new key was created/)
    expect(await filesIn('second')).toEqual([])
  })

  it('is not created while the database cannot be reached', async () => {
    await expect(serve('third', 'postgres://127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
    expect(await filesIn('third')).toEqual([])
  })

  it.each(['', 'too short'])('is refused when it holds %j', async (text) => {
    const dataDir = await mkdtemp(join(folder, 'damaged-'))
    await writeFile(join(dataDir, 'secret.key'), text)
    const config = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: scratch.url }
    await expect(start(readConfig(config))).rejects.toThrow('must hold at least 32 characters')
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(text)
  })

  it('of two first starts on one empty database is kept by the one that won', async () => {
    const empty = await createScratch()
    try {
      const tries = await Promise.allSettled(['one', 'two'].map((name) => serve(name, empty.url)))
      const kept = await Promise.all(['one', 'two'].map(filesIn))
      expect(kept).toEqual(tries.map(({ status }) => (status === 'fulfilled' ? ['secret.key'] : [])))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    } finally {
      await stopAll()
      await empty.drop()
    }
  })
})
