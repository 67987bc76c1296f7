import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Listing } from 'souk-contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testImages } from '../../src/lib/images/test-images.ts'
import { sha256Of } from '../fixtures/files/file-uploads.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import type { CallOptions } from '../fixtures/operations.ts'
import { auditActionsOn, statusesOf } from '../fixtures/people/organizations.ts'
import {
  applyTo,
  fillListingInDatabase,
  createTestAgent,
  postListing,
  type TestAgent,
} from '../fixtures/people/test-agents.ts'

let souk: Souk
let client: TestAgent
let provider: TestAgent
let listing: Listing
beforeAll(async () => {
  souk = await startSouk()
})
beforeEach(async () => {
  client = await createTestAgent(souk)
  provider = await createTestAgent(souk)
  listing = await postListing(souk, client)
})
afterEach(() => {
  expect(souk.loggedErrors.splice(0)).toEqual([])
})
afterAll(() => souk.stop())

const mebibyte = 1024 * 1024
const add = (filename: string, upload: Buffer | Readable | string = 'text', options = client.key) =>
  souk.call(
    'addAttachment',
    { listingId: listing.id, filename },
    { ...options, upload: typeof upload === 'string' ? Buffer.from(upload) : upload },
  )
const get = (filename: string, options: CallOptions = {}) =>
  souk.call('getAttachment', { listingId: listing.id, filename }, options)
const remove = (filename: string, options = client.key) =>
  souk.call('removeAttachment', { listingId: listing.id, filename }, options)
const filenames = async () =>
  (await souk.call('getListing', { listingId: listing.id }, client.key)).data.listing.attachments.map(
    ({ filename }) => filename,
  )
const pieceCount = async () => {
  const pieces = await souk.context.database
    .selectFrom('attachment_pieces')
    .select('place')
    .where('listing_id', '=', `lst_${listing.id.slice(4)}`)
    .execute()
  return pieces.length
}

describe('addAttachment', () => {
  it('returns the file, which the listing includes', async () => {
    souk.clock.advance(1000)
    const { attachment } = (await add('brief.txt', 'Read this.')).data
    expect(attachment).toEqual({
      filename: 'brief.txt',
      mediaType: 'text/plain',
      size: 10,
      sha256: createHash('sha256').update('Read this.').digest('hex'),
      fileId: null,
      createdAt: souk.clock.now().toISOString(),
      url: `http://localhost:4000/api/listings/${listing.id}/attachments/brief.txt`,
    })
    const seen = (await souk.call('getListing', { listingId: listing.id })).data.listing
    expect(seen).toMatchObject({ attachments: [attachment], updatedAt: attachment.createdAt })
    expect(await auditActionsOn(souk, listing.id)).toEqual(['attachment.added', 'listing.created'])
  })

  it.each([
    ['application/pdf', Buffer.from('%PDF-1.7')],
    ['application/zip', Buffer.from('PK\x03\x04')],
    ['application/gzip', gzipSync('x')],
    ['application/json', Buffer.from('{"a": 1}')],
    ['text/plain', Buffer.from('<html><script>alert(1)</script></html>')],
    ['application/octet-stream', Buffer.from([0, 1, 2, 255])],
  ])(
    'detects %s by content regardless of the declared type and returns the same bytes',
    async (mediaType, bytes) => {
      const liar = { ...client.key, headers: { 'content-type': 'text/html' } }
      const { attachment } = (await add('file.html', bytes, liar)).data
      expect(attachment.mediaType).toBe(mediaType)
      const response = await get('file.html')
      expect(String(response.headers['content-type'])).toMatch(new RegExp(`^${mediaType}(; charset=utf-8)?$`))
      expect(response.bytes.equals(bytes)).toBe(true)
    },
  )

  it.each(Object.entries(testImages))(
    'detects %s and stores it without its metadata',
    async (_name, { mediaType, bytes }) => {
      const { attachment } = (await add('file.html', bytes)).data
      expect(attachment.mediaType).toBe(mediaType)
      const stored = (await get('file.html')).bytes
      expect([bytes, stored].map((image) => image.includes('secret place'))).toEqual([true, false])
      expect([attachment.size, attachment.sha256]).toEqual([stored.length, sha256Of(stored)])
    },
  )

  it('refuses a damaged image', async () => {
    const refused = await add('cut.png', testImages.png.bytes.subarray(0, 60))
    expect([refused.status, refused.body['error']]).toEqual([
      422,
      expect.stringContaining('The image is damaged: it ends early.'),
    ])
  })

  it('accepts up to 10 MiB', async () => {
    const largestFile = randomBytes(10 * mebibyte)
    const { attachment } = (await add('most.bin', largestFile)).data
    expect([attachment.size, await pieceCount()]).toEqual([10 * mebibyte, 40])
    expect((await get('most.bin')).bytes.equals(largestFile)).toBe(true)
    const refused = await add('more.bin', Buffer.concat([largestFile, Buffer.alloc(1)]))
    expect([refused.status, refused.headers['x-error-kind']]).toEqual([413, 'payload-too-large'])
    expect([await filenames(), await pieceCount()]).toEqual([['most.bin'], 40])
  })

  it('reassembles arbitrary chunks', async () => {
    const bytes = randomBytes(700_001)
    const chunks = [1, 65_536, 262_143, 262_144, 110_177].reduce<Buffer[]>((cut, length) => {
      const start = cut.reduce((sum, chunk) => sum + chunk.length, 0)
      return [...cut, bytes.subarray(start, start + length)]
    }, [])
    expect(Buffer.concat(chunks)).toHaveLength(bytes.length)
    const { attachment } = (await add('odd.bin', Readable.from(chunks))).data
    expect(attachment.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    expect((await get('odd.bin')).bytes.equals(bytes)).toBe(true)
  })

  it('stores nothing of an aborted upload and logs no error', async () => {
    const address = await souk.app.listen({ host: '127.0.0.1', port: 0 })
    const broken = request(`${address}/api/listings/${listing.id}/attachments?filename=broken.bin`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.key.as ?? ''}`, 'content-length': mebibyte },
    })
    await new Promise<void>((resolve) => {
      broken.on('error', () => resolve())
      broken.write(randomBytes(600_000), () => broken.destroy(new Error('gone')))
    })
    expect((await add('broken.bin')).status).toBe(200)
    expect([await filenames(), await pieceCount()]).toEqual([['broken.bin'], 1])
  })

  it('refuses an empty file', async () => {
    expect((await add('empty.txt', '')).status).toBe(422)
    const bare = await souk.call('addAttachment', { listingId: listing.id, filename: 'none.txt' }, client.key)
    expect([bare.status, bare.body.error]).toEqual([422, 'The file is empty.'])
  })

  it.each(['../x', '/x', 'a/b', 'a\\b', '.hidden', 'NUL.txt', 'a\nb', 'a\u202eb', 'x'.repeat(151), '..'])(
    'refuses the name %j',
    async (filename) => {
      const refused = await add(filename)
      expect([refused.status, refused.body.error]).toEqual([422, expect.stringContaining('"filename"')])
    },
  )

  it('requires a name', async () => {
    expect((await souk.call('addAttachment', { listingId: listing.id }, client.key)).status).toBe(400)
  })

  it.each(['Größe & 100%.txt', '契約書 😀.pdf', 'a+b c;d=e#f.txt', 'ü'.repeat(150)])(
    'stores a file that can be downloaded under the name %j',
    async (filename) => {
      const { attachment } = (await add(filename)).data
      const { pathname } = new URL(attachment.url)
      const response = await souk.app.inject({ method: 'GET', url: pathname })
      expect([response.statusCode, response.body]).toEqual([200, 'text'])
      expect(response.headers['content-disposition']).toBe(
        `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
      )
    },
  )

  it('accepts a name once in any Unicode form and case', async () => {
    expect((await add('cafe\u0301.txt')).data.attachment.filename).toBe('café.txt')
    expect((await add('café.txt')).status).toBe(409)
    expect((await get('cafe\u0301.txt')).status).toBe(200)
  })

  it('accepts a name once under concurrent calls', async () => {
    const files = Array.from({ length: 4 }, () => randomBytes(600_000))
    const responses = await Promise.all(files.map((bytes) => add('same.bin', bytes)))
    expect(statusesOf(responses)).toEqual([200, 409, 409, 409])
    const winner = files[responses.findIndex(({ status }) => status === 200)]
    expect((await get('same.bin')).bytes.equals(winner ?? Buffer.alloc(0))).toBe(true)
  })

  it('accepts twenty files under concurrent calls', async () => {
    for (let count = 0; count < 18; count++) await add(`${count}.txt`)
    const responses = await Promise.all(Array.from({ length: 4 }, (_, index) => add(`last-${index}.txt`)))
    expect(statusesOf(responses)).toEqual([200, 200, 409, 409])
    expect(await filenames()).toHaveLength(20)
    expect((await add('more.txt')).body.error).toBe('A listing can have at most 20 files.')
  })

  it('allows files after an application, and refuses them when the listing is filled', async () => {
    const task = await applyTo(souk, provider, listing)
    expect((await add('more.txt')).status).toBe(200)
    await fillListingInDatabase(souk, listing, task)
    expect((await add('late.txt')).status).toBe(409)
  })

  it('requires the client and the scope "spend"', async () => {
    expect((await add('x.txt', 'x', provider.key)).status).toBe(403)
    const as = await souk.key(client.person, client.agent, { scopes: ['read', 'apply'] })
    expect((await add('x.txt', 'x', { as })).status).toBe(403)
    expect((await add('x.txt', 'x', client.asPerson)).status).toBe(200)
    listing = await postListing(souk, client, { status: 'draft' })
    expect((await add('x.txt', 'x', provider.key)).status).toBe(404)
  })

  it('replays the response for the same Idempotency-Key', async () => {
    const options = { ...client.key, headers: { 'idempotency-key': `file-${listing.id}` } }
    const first = await add('once.txt', 'once', options)
    const second = await add('once.txt', 'once', options)
    expect([second.status, second.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(second.body).toEqual(first.body)
  })
})

describe('getAttachment', () => {
  it('never serves a file that renders as a page of this origin', async () => {
    await add('page.html', '<script>alert(1)</script>')
    const { headers } = await get('page.html')
    expect(headers).toMatchObject({
      'content-length': '25',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': "attachment; filename*=UTF-8''page.html",
    })
    expect(String(headers['content-type'])).toMatch(/^text\/plain/)
  })

  it('serves the file to callers who can read the listing', async () => {
    await add('open.txt')
    expect((await get('open.txt')).status).toBe(200)
    expect((await get('none.txt')).status).toBe(404)
    listing = await postListing(souk, client, { status: 'draft' })
    await add('secret.txt')
    const statuses = [
      await get('secret.txt'),
      await get('secret.txt', provider.key),
      await get('secret.txt', client.key),
    ]
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 200])
  })

  it('remains after the award and is deleted with the listing and its bytes', async () => {
    await add('brief.txt')
    await fillListingInDatabase(souk, listing, await applyTo(souk, provider, listing))
    expect((await get('brief.txt')).status).toBe(200)
    listing = await postListing(souk, client)
    await add('brief.txt')
    await souk.call('deleteListing', { listingId: listing.id }, client.key)
    expect([(await get('brief.txt', client.key)).status, await pieceCount()]).toEqual([404, 0])
  })
})

describe('removeAttachment', () => {
  it('removes the file and its bytes, and frees the name', async () => {
    await add('a.txt', 'one')
    await add('b.txt')
    expect((await remove('a.txt')).data).toEqual({ done: true })
    expect([await filenames(), await pieceCount()]).toEqual([['b.txt'], 1])
    expect((await remove('a.txt')).status).toBe(404)
    await add('a.txt', 'two')
    expect((await get('a.txt')).bytes.toString()).toBe('two')
  })

  it('refuses to remove a file after an application', async () => {
    await add('a.txt')
    await applyTo(souk, provider, listing)
    expect((await remove('a.txt')).status).toBe(409)
    expect(await filenames()).toEqual(['a.txt'])
  })

  it('requires the client', async () => {
    await add('a.txt')
    expect((await remove('a.txt', provider.key)).status).toBe(403)
  })
})
