import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { hour } from '../../src/lib/clock.ts'
import { sha256Of, uploadFile } from '../fixtures/files/file-uploads.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { startObjectStorage, type ObjectStorage } from '../fixtures/receivers/object-storage.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let storage: ObjectStorage
let ann: TestAgent
beforeAll(async () => {
  storage = await startObjectStorage()
  const { settings } = readConfig({})
  souk = await startSouk({ storageUrl: storage.url, settings: { ...settings, fileStore: 's3' } })
  ann = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(async () => {
  await souk.stop()
  await storage.stop()
})

const move = (to: 'postgres' | 's3', after?: string) =>
  souk.call('moveFiles', { to, ...(after === undefined ? {} : { after }) }, asOperator)
async function moveAll(to: 'postgres' | 's3') {
  let moved = 0
  for (let after: string | undefined; ;) {
    const { data } = await move(to, after)
    moved += data.moved
    if (data.next === null) return moved
    after = data.next
  }
}
const stored = async (store: string) => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from blobs
    where store = ${store} and state = 'stored'`.execute(souk.context.database)
  return rows[0]?.count
}
const digestOf = async (fileId: string) =>
  sha256Of((await souk.call('getFileContent', { fileId }, ann.key)).bytes)

describe('moveFiles', () => {
  it('moves every part between the stores, in several calls, while the files stay readable', async () => {
    const files = [await uploadFile(souk, ann.key, randomBytes(8 * 1024 * 1024 + 10))]
    for (let count = 0; count < 9; count++) files.push(await uploadFile(souk, ann.key, randomBytes(1000)))
    expect([await stored('s3'), await stored('postgres'), await storage.objectCount()]).toEqual([11, 0, 11])
    const first = (await move('postgres')).data
    expect(first).toMatchObject({ moved: 8, failed: [], remaining: 3, next: expect.any(String) })
    for (const file of files) expect(await digestOf(file.id)).toBe(file.sha256)
    // Interrupted and repeated from the start: moved parts are not moved again.
    expect(await moveAll('postgres')).toBe(3)
    expect([await stored('s3'), await stored('postgres')]).toEqual([0, 11])
    await souk.work(['files'])
    expect(await storage.objectCount()).toBe(11)
    souk.clock.advance(hour)
    await souk.work(['files'])
    expect(await storage.objectCount()).toBe(0)
    for (const file of files) expect(await digestOf(file.id)).toBe(file.sha256)
    expect(await moveAll('s3')).toBe(11)
    for (const file of files) expect(await digestOf(file.id)).toBe(file.sha256)
    souk.clock.advance(hour)
    await souk.work(['files'])
    const pieces = await sql`select from blob_pieces`.execute(souk.context.database)
    expect([pieces.rows.length, await storage.objectCount()]).toEqual([0, 11])
    for (const { id: fileId } of files) await souk.call('deleteFile', { fileId }, ann.key)
    await souk.work(['files'])
    expect(await storage.objectCount()).toBe(0)
  })

  it('leaves a damaged part where it is, names its file, and moves the others', async () => {
    const [whole, damaged] = [await uploadFile(souk, ann.key), await uploadFile(souk, ann.key)]
    await sql`update file_parts set sha256 = '\\x00' where file_id = ${damaged.id}`.execute(
      souk.context.database,
    )
    const { data } = await move('postgres')
    expect(data).toMatchObject({ moved: 1, failed: [damaged.id], remaining: 0, next: null })
    expect(await digestOf(whole.id)).toBe(whole.sha256)
    expect(await stored('s3')).toBe(1)
  })

  it('refuses an unknown position, and object storage that is not configured', async () => {
    expect((await move('postgres', 'nonsense')).status).toBe(400)
    const other = await startSouk()
    const refused = await other.call('moveFiles', { to: 's3' }, asOperator)
    expect([refused.status, refused.body['param']]).toEqual([422, 'to'])
    await other.stop()
  })
})
