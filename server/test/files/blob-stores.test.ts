/** The contract of blob stores, run against every store. */
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoreName } from '../../src/db/tables/file-tables.ts'
import { newId, type Id } from '../../src/lib/ids.ts'
import { createS3Blobs } from '../../src/ports/blobs/s3.ts'
import { readStorageUrl } from '../../src/ports/blobs/storage-url.ts'
import { insertBlob } from '../../src/resources/files/part-queries.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startObjectStorage, type ObjectStorage } from '../fixtures/receivers/object-storage.ts'

let souk: Souk
let storage: ObjectStorage
beforeAll(async () => {
  storage = await startObjectStorage()
  souk = await startSouk({ storageUrl: storage.url })
})
afterAll(async () => {
  await souk.stop()
  await storage.stop()
})

const partSize = 8 * 1024 * 1024
const names = ['postgres', 's3'] as const

/** Bytes in chunks of odd sizes that can be iterated again, as an upload on disk. */
const chunksOf = (bytes: Buffer, size = 70_001): AsyncIterable<Buffer> => ({
  [Symbol.asyncIterator]: async function* () {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  },
})
const factsOf = (bytes: Buffer) => ({
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest(),
})
async function newBlob(store: StoreName): Promise<Id<'blob'>> {
  const id = newId('blob', souk.clock.now())
  await souk.context.store.write((tx) => insertBlob(tx, id, store))
  return id
}
async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

describe.each(names)('the store %s', (name) => {
  const store = () => souk.context.ports.blobs.of(name)

  it.each([1, 255, 256 * 1024, 256 * 1024 + 1, partSize])('returns %i bytes as stored', async (size) => {
    const [id, bytes] = [await newBlob(name), randomBytes(size)]
    await store().put(id, chunksOf(bytes), factsOf(bytes))
    expect((await collect(store().read(id))).equals(bytes)).toBe(true)
  })

  it('replaces the bytes of a repeated put', async () => {
    const [id, first, second] = [await newBlob(name), randomBytes(600_000), randomBytes(1000)]
    await store().put(id, chunksOf(first), factsOf(first))
    await store().put(id, chunksOf(second), factsOf(second))
    expect((await collect(store().read(id))).equals(second)).toBe(true)
  })

  it('deletes idempotently, even a blob that was never stored', async () => {
    const [id, bytes] = [await newBlob(name), randomBytes(1000)]
    await store().delete(id)
    await store().put(id, chunksOf(bytes), factsOf(bytes))
    await store().delete(id)
    await store().delete(id)
    await expect(collect(store().read(id))).rejects.toThrow('missing')
  })

  it('fails if the bytes end early, and can be repeated', async () => {
    const id = await newBlob(name)
    const bytes = randomBytes(500_000)
    const broken: AsyncIterable<Buffer> = {
      [Symbol.asyncIterator]: async function* () {
        yield bytes.subarray(0, 300_000)
        throw new Error('disconnected')
      },
    }
    await expect(store().put(id, broken, factsOf(bytes))).rejects.toThrow()
    souk.loggedErrors.splice(0)
    await store().put(id, chunksOf(bytes), factsOf(bytes))
    expect((await collect(store().read(id))).equals(bytes)).toBe(true)
  })

  it('can be left in the middle of a read', async () => {
    const [id, bytes] = [await newBlob(name), randomBytes(2_000_000)]
    await store().put(id, chunksOf(bytes), factsOf(bytes))
    for await (const chunk of store().read(id)) {
      expect(chunk.length).toBeGreaterThan(0)
      break
    }
  })
})

describe('object storage', () => {
  const id = 'blob_x'

  it('is unavailable with wrong credentials or without a server, and says why in the log', async () => {
    for (const url of [storage.url.replace('S3RVER:', 'WRONG:'), 'http://k:s@127.0.0.1:9/souk']) {
      const problems: string[] = []
      const blobs = createS3Blobs(readStorageUrl(url), (problem) => problems.push(problem))
      await expect(collect(blobs.read(id))).rejects.toMatchObject({ kind: 'unavailable' })
      expect(problems).toEqual([expect.stringMatching(/^GET blob_x: (403|TypeError)/)])
    }
  })
})
