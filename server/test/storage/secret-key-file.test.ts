import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { start, type Running } from '../../src/start.ts'
import { createScratch, freePort, type Scratch } from '../fixtures/processes/server-process.ts'

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

/** The whole server with its secret key in the data folder. */
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
  it('is created on the first start and reused', async () => {
    await serve('first')
    const key = await readFile(join(folder, 'first', 'secret.key'), 'utf8')
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await filesIn('first')).toEqual(['secret.key'])
    await stopAll()
    await serve('first')
    expect(await readFile(join(folder, 'first', 'secret.key'), 'utf8')).toBe(key)
  })

  it('is not recreated if missing while the database uses another key', async () => {
    await expect(serve('second')).rejects.toThrow(/secret\.key is missing.*No new key was created/)
    expect(await filesIn('second')).toEqual([])
  })

  it('is not created while the database is unreachable', async () => {
    await expect(serve('third', 'postgres://127.0.0.1:1/none')).rejects.toThrow('ECONNREFUSED')
    expect(await filesIn('third')).toEqual([])
  })

  it.each(['', 'too short'])('is refused with the content %j', async (text) => {
    const dataDir = await mkdtemp(join(folder, 'damaged-'))
    await writeFile(join(dataDir, 'secret.key'), text)
    const config = { HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir, DATABASE_URL: scratch.url }
    await expect(start(readConfig(config))).rejects.toThrow('must hold at least 32 characters')
    expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toBe(text)
  })

  it('is kept by the winner of two concurrent first starts', async () => {
    const empty = await createScratch()
    try {
      const tries = await Promise.allSettled(['one', 'two'].map((name) => serve(name, empty.url)))
      const files = await Promise.all(['one', 'two'].map(filesIn))
      expect(files).toEqual(tries.map(({ status }) => (status === 'fulfilled' ? ['secret.key'] : [])))
      expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    } finally {
      await stopAll()
      await empty.drop()
    }
  })
})
