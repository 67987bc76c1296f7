import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { hour } from '../../src/lib/clock.ts'
import { testImages } from '../../src/lib/images/test-images.ts'
import { collectGarbage } from '../../src/resources/files/collect-garbage.ts'
import { declareFile, putPart, sha256Of, uploadFile } from '../fixtures/files/file-uploads.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
beforeAll(async () => {
  souk = await startSouk({ settings: readConfig({ MAX_IMAGE_PIXELS: '1000' }).settings })
  ann = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const content = async (fileId: string) => (await souk.call('getFileContent', { fileId }, ann.key)).bytes
const used = async () => {
  const rows = await souk.context.database.selectFrom('storage_usage').selectAll().execute()
  return Number(rows.find(({ user_id: id }) => id === ann.person.user.id)?.used ?? 0n)
}
const secret = 'secret place'
const { jpeg, png } = testImages

describe('completeFile', () => {
  it.each(Object.entries(testImages))(
    'stores %s without its metadata',
    async (_name, { mediaType, bytes }) => {
      const declared = { filename: 'photo', mediaType, sha256: sha256Of(bytes) }
      const file = await uploadFile(souk, ann.key, bytes, declared)
      const stored = await content(file.id)
      expect(stored.includes(secret)).toBe(false)
      expect(file).toMatchObject({
        state: 'ready',
        mediaType,
        size: stored.length,
        sha256: sha256Of(stored),
        received: { size: bytes.length, sha256: sha256Of(bytes) },
      })
      const again = await souk.call('completeFile', { fileId: file.id }, ann.key)
      expect(again.data.file).toEqual(file)
      expect((await putPart(souk, ann.key, file, { number: 1, bytes })).status).toBe(409)
    },
  )

  it('charges the quota for what is stored', async () => {
    const before = await used()
    const { id, size } = await uploadFile(souk, ann.key, jpeg.bytes)
    expect((await used()) - before).toBe(size)
    await souk.call('deleteFile', { fileId: id }, ann.key)
    expect(await used()).toBe(before)
  })

  it('keeps images without metadata as they are', async () => {
    const clean = await content((await uploadFile(souk, ann.key, jpeg.bytes)).id)
    const file = await uploadFile(souk, ann.key, clean)
    expect(file).toMatchObject({ sha256: sha256Of(clean), received: null })
    expect(await content(file.id)).toEqual(clean)
  })

  it('removes metadata from an image uploaded in several parts, and deletes the old bytes', async () => {
    const noise = Buffer.alloc(9_000_000, 0x5a)
    // Scan data that contains neither markers nor metadata.
    const at = jpeg.bytes.length - 2
    const large = Buffer.concat([jpeg.bytes.subarray(0, at), noise, jpeg.bytes.subarray(at)])
    const file = await uploadFile(souk, ann.key, large)
    expect(file.received?.size).toBe(large.length)
    const stored = await content(file.id)
    expect([stored.length, sha256Of(stored)]).toEqual([file.size, file.sha256])
    souk.clock.advance(2 * hour)
    while ((await collectGarbage(souk.context)) > 0);
    expect((await content(file.id)).equals(stored)).toBe(true)
    const rows = await souk.context.database.selectFrom('blobs').select('state').execute()
    expect(rows.filter(({ state }) => state !== 'stored')).toEqual([])
  })

  it('completes once when it is called concurrently', async () => {
    const file = await declareFile(souk, ann.key, png.bytes)
    await putPart(souk, ann.key, file, { number: 1, bytes: png.bytes })
    const complete = () => souk.call('completeFile', { fileId: file.id }, ann.key)
    const answers = await Promise.all([complete(), complete(), complete()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await content(file.id)).includes(secret)).toBe(false)
  })

  it.each([
    ['damaged', jpeg.bytes.subarray(0, 600), 'The image is damaged: it ends early.'],
    ['too large', withWidth(2000), 'The image has 2000 x 7 pixels; at most 1000 pixels are allowed.'],
  ])('refuses and deletes an image that is %s', async (_name, bytes, detail) => {
    const before = await used()
    const file = await declareFile(souk, ann.key, bytes)
    await putPart(souk, ann.key, file, { number: 1, bytes })
    const refused = await souk.call('completeFile', { fileId: file.id }, ann.key)
    expect([refused.status, refused.body['error']]).toEqual([422, expect.stringContaining(detail)])
    expect((await souk.call('getFile', { fileId: file.id }, ann.key)).status).toBe(404)
    expect(await used()).toBe(before)
  })

  it('compares the declared digest with what was sent', async () => {
    const file = await declareFile(souk, ann.key, png.bytes, { sha256: sha256Of(jpeg.bytes) })
    await putPart(souk, ann.key, file, { number: 1, bytes: png.bytes })
    const refused = await souk.call('completeFile', { fileId: file.id }, ann.key)
    expect([refused.status, refused.body['param']]).toEqual([422, 'sha256'])
  })
})

function withWidth(width: number): Buffer {
  const bytes = Buffer.from(png.bytes)
  bytes.writeUInt32BE(width, 16)
  return bytes
}
