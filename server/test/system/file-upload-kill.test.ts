import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../sdk/src/client.ts'
import { fileSource } from '../../../sdk/src/node.ts'
import { startObjectStorage, type ObjectStorage } from '../fixtures/receivers/object-storage.ts'
import {
  createScratch,
  joinThrough,
  startServer,
  type ServerProcess,
} from '../fixtures/processes/server-process.ts'

const partSize = 8 * 1024 * 1024
const bytes = randomBytes(5 * partSize + 12_345)
const sha256 = createHash('sha256').update(bytes).digest('hex')

let folder: string
let path: string
let storage: ObjectStorage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-upload-'))
  path = join(folder, 'work.bin')
  await writeFile(path, bytes)
  storage = await startObjectStorage()
})
afterAll(async () => {
  await storage.stop()
  await rm(folder, { recursive: true, force: true })
})

const clientOf = ({ origin }: ServerProcess, token: string | undefined) =>
  createClient({ baseUrl: `${origin}/api`, token, retries: 0 })

describe.each(['postgres', 's3'] as const)('an upload to the store %s', (store) => {
  it(
    'continues after the server is killed while a part arrives, and has the same digest',
    { timeout: 180_000 },
    async () => {
      const scratch = await createScratch()
      const environment = {
        STORAGE_UNVERIFIED_MB: '1000',
        ...(store === 's3' ? { STORAGE_URL: storage.url } : {}),
      }
      const first = await startServer('first', scratch, environment)
      const { key } = await joinThrough(first)
      let fileId: string | undefined
      const interrupted = clientOf(first, key.as).files.upload(await fileSource(path), {
        onProgress: (progress) => {
          fileId = progress.fileId
          // The third part is on its way when the signal arrives.
          if (progress.stored === 2 * partSize) setTimeout(() => void first.stop('SIGKILL'), 20)
        },
      })
      await expect(interrupted).rejects.toThrow()
      await first.exited
      const second = await startServer('second', scratch, environment)
      const { files } = clientOf(second, key.as)
      const { file } = await files.getFile({ fileId: fileId ?? '' })
      expect(file.state).toBe('uploading')
      expect([2, 3]).toContain(file.parts.length)
      const sent: number[] = []
      const resumed = await files.upload(await fileSource(path), {
        fileId,
        onProgress: ({ stored }) => sent.push(stored),
      })
      expect(sent[0]).toBe(file.parts.length * partSize)
      expect(resumed).toMatchObject({ state: 'ready', sha256 })
      const content = await files.getFileContent({ fileId: resumed.id })
      expect(
        createHash('sha256')
          .update(await content.bytes())
          .digest('hex'),
      ).toBe(sha256)
      const blobs = await scratch.query('select state, store from blobs')
      expect(blobs.filter(({ state }) => state === 'stored')).toEqual(
        Array.from({ length: 6 }, () => ({ state: 'stored', store })),
      )
      await second.stop()
      await scratch.drop()
    },
  )
})
