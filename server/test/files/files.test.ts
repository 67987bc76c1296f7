import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { day, hour } from '../../src/lib/clock.ts'
import { testImages } from '../../src/lib/images/test-images.ts'
import { declareFile, putPart, sha256Of, uploadFile } from '../fixtures/files/file-uploads.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ann: TestAgent
let ben: TestAgent
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  ann = await createTestAgent(souk)
  ben = await createTestAgent(souk)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const partSize = 8 * 1024 * 1024
const get = (fileId: string, by = ann) => souk.call('getFile', { fileId }, by.key)
const complete = (fileId: string, by = ann) => souk.call('completeFile', { fileId }, by.key)
const usedBy = async ({ person }: TestAgent) => {
  const rows = await souk.context.database.selectFrom('storage_usage').selectAll().execute()
  return Number(rows.find(({ user_id: id }) => id === person.user.id)?.used ?? 0n)
}
const rowsIn = async (table: 'blobs' | 'blob_pieces' | 'file_parts') =>
  (
    await souk.context.database
      .selectFrom(table)
      .select((of) => of.fn.countAll().as('count'))
      .execute()
  )[0]?.count
const content = (fileId: string, headers: Record<string, string> = {}, by = ann) =>
  souk.call('getFileContent', { fileId }, { ...by.key, headers })

describe('createFile', () => {
  it('declares an upload, which counts against the quota from then on', async () => {
    const before = await usedBy(ann)
    const sha256 = sha256Of(Buffer.from('x'))
    const input = { filename: 'a b.mp4', size: 2 * partSize + 1, mediaType: 'video/mp4', sha256 }
    const { file } = (await souk.call('createFile', input, ann.key)).data
    expect(file).toEqual({
      id: expect.stringMatching(/^file_/),
      filename: 'a b.mp4',
      state: 'uploading',
      mediaType: null,
      declaredMediaType: 'video/mp4',
      size: 2 * partSize + 1,
      sha256,
      received: null,
      scan: null,
      scanNote: null,
      partSize,
      partCount: 3,
      parts: [],
      url: `http://localhost:4000/api/files/${file.id}/content`,
      agentId: ann.agent.id,
      createdAt: souk.clock.now().toISOString(),
      completedAt: null,
      expiresAt: new Date(souk.clock.now().getTime() + day).toISOString(),
    })
    expect((await usedBy(ann)) - before).toBe(2 * partSize + 1)
    expect((await get(file.id)).data.file).toEqual(file)
    expect((await content(file.id)).status).toBe(409)
  })

  it.each([
    [{ size: 0 }, 400, 'size'],
    [{ size: 1.5 }, 400, 'size'],
    [{ size: 100_000_001 }, 413, 'size'],
    [{ sha256: 'ABC' }, 400, 'sha256'],
    [{ mediaType: 'no type' }, 400, 'mediaType'],
    [{ filename: '../etc/passwd' }, 422, 'filename'],
    [{ other: 1 }, 400, 'other'],
  ])('refuses %j', async (fields, status, param) => {
    const answer = await souk.call('createFile', { filename: 'a', size: 1, ...fields }, ann.key)
    expect([answer.status, answer.body['param']]).toEqual([status, param])
  })

  it('needs a scope that can use files', async () => {
    for (const [scopes, status] of [
      [['read'], 403],
      [['social'], 200],
      [['deliver'], 200],
      [['apply'], 200],
      [['spend'], 200],
    ] as const) {
      const { key } = await createTestAgent(souk, [...scopes])
      const answer = await souk.call('createFile', { filename: 'a', size: 1 }, key)
      expect([scopes, answer.status]).toEqual([scopes, status])
    }
  })

  it('replays a repeated Idempotency-Key', async () => {
    const options = { ...ann.key, headers: { 'idempotency-key': 'once' } }
    const [first, again] = [
      await souk.call('createFile', { filename: 'a', size: 1 }, options),
      await souk.call('createFile', { filename: 'a', size: 1 }, options),
    ]
    expect(again.data.file.id).toBe(first.data.file.id)
  })
})

describe('uploadPart', () => {
  it('stores parts in any order, and repeated ones once', async () => {
    const bytes = randomBytes(partSize + 1000)
    const file = await declareFile(souk, ann.key, bytes)
    const last = await putPart(souk, ann.key, file, { number: 2, bytes })
    expect(last.data.part).toEqual({ number: 2, size: 1000, sha256: sha256Of(bytes.subarray(partSize)) })
    expect((await get(file.id)).data.file.parts).toEqual([last.data.part])
    const refused = await complete(file.id)
    expect([refused.status, refused.body['error']]).toEqual([409, 'Parts are missing: 1.'])
    const pieces = await rowsIn('blob_pieces')
    const again = await putPart(souk, ann.key, file, { number: 2, bytes })
    expect([again.status, again.data.part]).toEqual([200, last.data.part])
    await souk.work(['files'])
    expect(await rowsIn('blob_pieces')).toBe(pieces)
    await putPart(souk, ann.key, file, { number: 1, bytes })
    const { file: ready } = (await complete(file.id)).data
    expect(ready).toMatchObject({ state: 'ready', sha256: sha256Of(bytes), parts: [] })
    expect((await content(file.id)).bytes.equals(bytes)).toBe(true)
  })

  it('refuses other bytes under the same number, wrong sizes and unknown numbers, and keeps nothing of them', async () => {
    const bytes = Buffer.from('twelve bytes')
    const file = await declareFile(souk, ann.key, bytes)
    await putPart(souk, ann.key, file, { number: 1, bytes })
    await souk.work(['files'])
    const kept = [await rowsIn('blobs'), await rowsIn('blob_pieces')]
    const put = (partNumber: string, upload: Buffer) =>
      souk.call('uploadPart', { fileId: file.id, partNumber }, { ...ann.key, upload })
    const answers = [
      await put('1', Buffer.from('other bytes!')),
      await put('1', Buffer.from('short')),
      await put('1', Buffer.alloc(13)),
      await put('1', Buffer.alloc(0)),
      await put('2', bytes),
      await put('0', bytes),
      await put('one', bytes),
      await put('1', Buffer.alloc(10 * 1024 * 1024 + 1)),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 422, 422, 400, 400, 400, 413])
    expect(answers[1]?.body['error']).toBe('Part 1 must be 12 bytes; 5 were received.')
    expect(answers[4]?.body).toMatchObject({
      error: '"partNumber" must be an integer from 1 to 1.',
      param: 'partNumber',
    })
    await souk.work(['files'])
    expect([await rowsIn('blobs'), await rowsIn('blob_pieces')]).toEqual(kept)
    expect((await complete(file.id)).data.file.sha256).toBe(sha256Of(bytes))
    const late = [await put('1', bytes), await put('1', Buffer.from('other bytes!'))]
    expect(late.map(({ status }) => status)).toEqual([200, 409])
    await souk.work(['files'])
    expect([await rowsIn('blobs'), await rowsIn('blob_pieces')]).toEqual(kept)
  })

  it('stores a part once if it arrives several times concurrently', async () => {
    const bytes = randomBytes(1000)
    const file = await declareFile(souk, ann.key, bytes)
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() => putPart(souk, ann.key, file, { number: 1, bytes })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect((await get(file.id)).data.file.parts).toHaveLength(1)
    await souk.work(['files'])
    expect((await complete(file.id)).status).toBe(200)
  })

  it('refuses parts of other agents', async () => {
    const bytes = Buffer.from('mine')
    const file = await declareFile(souk, ann.key, bytes)
    expect((await putPart(souk, ben.key, file, { number: 1, bytes })).status).toBe(404)
    expect((await complete(file.id, ben)).status).toBe(404)
    expect((await get(file.id, ben)).status).toBe(404)
  })
})

describe('completeFile', () => {
  it('deletes an upload whose digest differs from the declared one, and frees its quota', async () => {
    const bytes = Buffer.from('content')
    const before = await usedBy(ann)
    const file = await declareFile(souk, ann.key, bytes, { sha256: sha256Of(Buffer.from('other')) })
    await putPart(souk, ann.key, file, { number: 1, bytes })
    const refused = await complete(file.id)
    expect([refused.status, refused.body['param']]).toEqual([422, 'sha256'])
    expect((await get(file.id)).status).toBe(404)
    expect(await usedBy(ann)).toBe(before)
  })

  it('detects the media type, and refuses a declared type that the bytes contradict', async () => {
    const page = await uploadFile(souk, ann.key, '<script>alert(1)</script>', { mediaType: 'text/html' })
    expect(page.mediaType).toBe('text/plain')
    const bytes = Buffer.from('<svg onload="alert(1)">')
    const file = await declareFile(souk, ann.key, bytes, { mediaType: 'image/png' })
    await putPart(souk, ann.key, file, { number: 1, bytes })
    const refused = await complete(file.id)
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      '"mediaType" is image/png, but the content is text/plain.',
    ])
  })

  it('returns the completed file to a repeated or concurrent call', async () => {
    const bytes = Buffer.from('once')
    const file = await declareFile(souk, ann.key, bytes)
    await putPart(souk, ann.key, file, { number: 1, bytes })
    const answers = await Promise.all([complete(file.id), complete(file.id), complete(file.id)])
    expect(new Set(answers.map(({ data }) => data.file.sha256))).toEqual(new Set([sha256Of(bytes)]))
    expect((await complete(file.id)).data.file.state).toBe('ready')
  })
})

describe('getFileContent', () => {
  it('serves a download that cannot run on this origin', async () => {
    const file = await uploadFile(souk, ann.key, '<script>', { filename: 'é.html' })
    expect((await content(file.id)).headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': "attachment; filename*=UTF-8''%C3%A9.html",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      etag: `"${file.sha256}"`,
      'content-length': '8',
    })
    const png = await uploadFile(souk, ann.key, testImages.png.bytes)
    expect((await content(png.id)).headers['content-disposition']).toMatch(/^inline;/)
  })

  it('supports ranges across parts, If-Range and If-None-Match', async () => {
    const bytes = randomBytes(partSize + 5000)
    const file = await uploadFile(souk, ann.key, bytes)
    const across = await content(file.id, { range: `bytes=${partSize - 10}-${partSize + 9}` })
    expect([across.status, across.headers['content-range'], across.headers['content-length']]).toEqual([
      206,
      `bytes ${partSize - 10}-${partSize + 9}/${bytes.length}`,
      '20',
    ])
    expect(across.bytes.equals(bytes.subarray(partSize - 10, partSize + 10))).toBe(true)
    const end = await content(file.id, { range: 'bytes=-300', 'if-range': `"${file.sha256}"` })
    expect([end.status, end.bytes.equals(bytes.subarray(-300))]).toEqual([206, true])
    expect((await content(file.id, { range: 'bytes=0-1', 'if-range': '"old"' })).status).toBe(200)
    const unchanged = await content(file.id, { 'if-none-match': `"${file.sha256}"` })
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0])
    const beyond = await content(file.id, { range: `bytes=${bytes.length}-` })
    expect([beyond.status, beyond.headers['content-range'], beyond.body['code']]).toEqual([
      416,
      `bytes */${bytes.length}`,
      'range-not-satisfiable',
    ])
    expect(beyond.headers).toMatchObject({ 'accept-ranges': 'bytes', 'cache-control': 'no-store' })
    expect(beyond.headers).not.toHaveProperty('content-disposition')
  })

  it('ends the response before it is complete if stored bytes are damaged', async () => {
    const file = await uploadFile(souk, ann.key, randomBytes(300_000))
    const { database } = souk.context
    await sql`update blob_pieces set bytes = set_byte(bytes, 0, 255 - get_byte(bytes, 0)) where place = 1 and blob_id in
      (select blob_id from file_parts where file_id = ${file.id})`.execute(database)
    await expect(content(file.id)).rejects.toThrow()
    expect(souk.loggedErrors.splice(0).join()).toContain('damaged')
  })
})

describe('deleteFile', () => {
  it('deletes the bytes and frees the quota', async () => {
    const before = await usedBy(ann)
    const file = await uploadFile(souk, ann.key, randomBytes(1000))
    expect((await souk.call('deleteFile', { fileId: file.id }, ben.key)).status).toBe(404)
    expect((await souk.call('deleteFile', { fileId: file.id }, ann.key)).status).toBe(200)
    expect([(await get(file.id)).status, (await content(file.id)).status]).toEqual([404, 404])
    expect(await usedBy(ann)).toBe(before)
    expect((await souk.call('deleteFile', { fileId: file.id }, ann.key)).status).toBe(404)
  })
})

describe('listFiles', () => {
  it('returns own files, newest first, with the parts of unfinished ones', async () => {
    const done = await uploadFile(souk, ann.key)
    const bytes = Buffer.from('unfinished')
    const open = await declareFile(souk, ann.key, bytes)
    const { part } = (await putPart(souk, ann.key, open, { number: 1, bytes })).data
    const { items } = (await souk.call('listFiles', {}, ann.key)).data
    expect(items.map(({ id, parts }) => [id, parts])).toEqual([
      [open.id, [part]],
      [done.id, []],
    ])
    expect((await souk.call('listFiles', {}, ben.key)).data.items).toEqual([])
  })
})

describe('the files worker', () => {
  it('deletes unfinished uploads a day after their last part, unused files after seven days, and their bytes', async () => {
    const bytes = randomBytes(partSize + 10)
    const abandoned = await declareFile(souk, ann.key, bytes)
    souk.clock.advance(23 * hour)
    await putPart(souk, ann.key, abandoned, { number: 2, bytes })
    const unused = await uploadFile(souk, ann.key)
    souk.clock.advance(2 * hour)
    await souk.work(['files'])
    expect((await get(abandoned.id)).status).toBe(200)
    souk.clock.advance(23 * hour)
    await souk.work(['files'])
    expect([(await get(abandoned.id)).status, (await get(unused.id)).status]).toEqual([404, 200])
    souk.clock.advance(7 * day)
    await souk.work(['files'])
    expect((await get(unused.id)).status).toBe(404)
    await souk.work(['files'])
    const left = await souk.context.database.selectFrom('files').select('id').execute()
    expect(left).toEqual([])
    expect(
      [await rowsIn('blobs'), await rowsIn('blob_pieces'), await rowsIn('file_parts')].map(Number),
    ).toEqual([0, 0, 0])
    expect(await usedBy(ann)).toBe(0)
  })
})
