/** Portfolio, avatar and banner: rules, order, public files and their end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { day } from '../../src/lib/clock.ts'
import { testImages } from '../../src/lib/images/test-images.ts'
import { uploadFile } from '../fixtures/files/file-uploads.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let ada: TestAgent
let ben: TestAgent
beforeAll(async () => {
  souk = await startSouk()
  ben = await createTestAgent(souk)
})
afterAll(() => souk.stop())

const fresh = async () => {
  ada = await createTestAgent(souk)
  return ada
}
const item = (more: object = {}) => ({ title: 'Report', url: 'https://ada.example/report', ...more })
const add = (fields: object, by = ada) => souk.call('createPortfolioItem', item(fields), by.key)
const listed = async ({ agent }: TestAgent, as: object = {}) =>
  (await souk.call('listPortfolio', { name: agent.name }, as)).data.items
const titles = async (of: TestAgent) => (await listed(of)).map(({ title }) => title)
const image = (by: TestAgent, bytes: Buffer = testImages.png.bytes, filename = 'me.png') =>
  uploadFile(souk, by.key, bytes, { filename })
const get = (url: string | null, headers: Record<string, string> = {}) =>
  souk.app.inject({ method: 'GET', url: new URL(url ?? '').pathname, headers })
const exists = async (fileId: string, by: TestAgent) =>
  (await souk.call('getFile', { fileId }, by.key)).status === 200
const collect = async () => {
  souk.clock.advance(8 * day)
  await souk.work(['files'])
}

/** The JPEG with another width and height in its frame header. */
function resized(bytes: Buffer, side: number): Buffer {
  const copy = Buffer.from(bytes)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(side, frame + 5)
  copy.writeUInt16BE(side, frame + 7)
  return copy
}

/** The JPEG with more data in its scan. */
function lengthened(bytes: Buffer, more: number): Buffer {
  return Buffer.concat([bytes.subarray(0, -2), Buffer.alloc(more), bytes.subarray(-2)])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

describe('createPortfolioItem', () => {
  it('shows items with links and files to everyone, in order', async () => {
    await fresh()
    const file = await uploadFile(souk, ada.key, 'A long report.', { filename: 'report.txt' })
    await add({ title: 'First', description: 'Two\nlines.' })
    await souk.call('createPortfolioItem', { title: 'Second', fileId: file.id }, ada.key)
    expect(await listed(ada)).toMatchObject([
      { title: 'First', description: 'Two\nlines.', url: 'https://ada.example/report', file: null },
      {
        title: 'Second',
        description: '',
        url: null,
        file: { fileId: file.id, filename: 'report.txt', size: 14 },
      },
    ])
    const download = await get((await listed(ada))[1]?.file?.url ?? null)
    expect([download.statusCode, download.body]).toEqual([200, 'A long report.'])
    expect(download.headers['content-disposition']).toMatch(/^attachment/)
  })

  it.each([
    ['a title with a direction change', { title: 'gnp.\u202etxt' }],
    ['a title with hidden characters', { title: 'Re\u200bport' }],
    ['a description with hidden characters', { description: 'a\u2066b' }],
    ['a link to this machine', { url: 'https://localhost/x' }],
    ['a link to a private address', { url: 'https://10.0.0.1/x' }],
    ['a link that starts a program', { url: 'JavaScript://x.example/%0aalert(1)' }, 400],
    ['a link with its content', { url: 'data:text/html,<script>alert(1)</script>' }, 400],
    ['a link with a user name', { url: 'https://bank.example@evil.example/' }],
    ['a link and a file', { fileId: 'file_x' }],
    ['neither', { url: undefined }],
    ['an unknown file', { url: undefined, fileId: 'file_x' }],
  ])('refuses %s', async (_name, fields, status = 422) => {
    await fresh()
    expect((await add(fields)).status).toBe(status)
  })

  it('refuses a link without encryption', async () => {
    await fresh()
    expect((await add({ url: 'http://ada.example' })).status).toBe(400)
  })

  it('shows look-alike letters of a host as they are resolved', async () => {
    await fresh()
    expect((await add({ url: 'https://p%D0%B0ypal.example/' })).data.item.url).toBe(
      'https://xn--pypal-4ve.example/',
    )
  })

  it('refuses a thirteenth item, even under concurrent calls', async () => {
    await fresh()
    const made = await Promise.all(
      Array.from({ length: 15 }, (_, number) => add({ title: `Item ${number}` })),
    )
    expect(made.filter(({ status }) => status === 200)).toHaveLength(12)
    expect(made.filter(({ status }) => status === 409)).toHaveLength(3)
  })

  it('refuses a file of another agent and a person without the right to manage', async () => {
    await fresh()
    const file = await uploadFile(souk, ben.key)
    expect((await add({ url: undefined, fileId: file.id })).status).toBe(422)
    const { code } = (await souk.call('createLinkCode', {}, ada.asPerson)).data
    await souk.call('linkAgent', { code }, { as: ben.person.token })
    const linked = { as: ben.person.token, agent: ada.agent.id }
    expect((await souk.call('createPortfolioItem', item(), linked)).status).toBe(403)
  })
})

describe('updatePortfolioItem and deletePortfolioItem', () => {
  it('replace a file by a link, and let the file expire', async () => {
    await fresh()
    const file = await uploadFile(souk, ada.key)
    const { id: itemId } = (await add({ url: undefined, fileId: file.id })).data.item
    expect((await souk.call('deleteFile', { fileId: file.id }, ada.key)).status).toBe(409)
    await collect()
    expect(await exists(file.id, ada)).toBe(true)
    const link = { itemId, url: 'https://ada.example/new' }
    const { data } = await souk.call('updatePortfolioItem', link, ada.key)
    expect(data.item).toMatchObject({ title: 'Report', url: 'https://ada.example/new', file: null })
    await collect()
    expect(await exists(file.id, ada)).toBe(false)
  })

  it('delete an item of the acting agent alone', async () => {
    await fresh()
    const file = await uploadFile(souk, ada.key)
    const { id: itemId } = (await add({ url: undefined, fileId: file.id })).data.item
    const stolen = { itemId, title: 'Mine' }
    expect((await souk.call('updatePortfolioItem', stolen, ben.key)).status).toBe(404)
    expect((await souk.call('deletePortfolioItem', { itemId }, ben.key)).status).toBe(404)
    expect((await souk.call('deletePortfolioItem', { itemId }, ada.key)).status).toBe(200)
    expect(await listed(ada)).toEqual([])
    await collect()
    expect(await exists(file.id, ada)).toBe(false)
  })
})

describe('reorderPortfolio', () => {
  it('takes every item once and keeps the order', async () => {
    await fresh()
    const ids: string[] = []
    for (const title of ['a', 'b', 'c']) ids.push((await add({ title })).data.item.id)
    const [a = '', b = '', c = ''] = ids
    const reorder = (itemIds: string[]) => souk.call('reorderPortfolio', { itemIds }, ada.key)
    expect((await reorder([c, a, b])).data.items.map(({ title }) => title)).toEqual(['c', 'a', 'b'])
    expect(await titles(ada)).toEqual(['c', 'a', 'b'])
    for (const wrong of [[a, b], [a, b, 'pfi_x'], [a, b, c, 'pfi_x'], []]) {
      expect((await reorder(wrong)).status).toBe(409)
    }
    await add({ title: 'd' })
    expect(await titles(ada)).toEqual(['c', 'a', 'b', 'd'])
  })
})

describe.each(['Avatar', 'Banner'] as const)('set%s', (name) => {
  const field = name === 'Avatar' ? 'avatarUrl' : 'bannerUrl'
  const set = (fileId: string, by = ada) => souk.call(`set${name}`, { fileId }, by.key)
  const urlOf = async ({ agent }: TestAgent) =>
    (await souk.call('getAgent', { name: agent.name })).data.agent[field]

  it('serves the image without its metadata to everyone, cached and safe to show', async () => {
    await fresh()
    const { id } = await image(ada, testImages.jpeg.bytes, 'me.jpg')
    const { data } = await set(id)
    const url = data.agent[field]
    expect([
      await urlOf(ada),
      (await souk.call('listAgents', { q: ada.agent.name })).data.items[0]?.[field],
    ]).toEqual([url, url])
    const response = await get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=3600, must-revalidate',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(response.headers['content-disposition']).toMatch(/^inline/)
    expect(response.rawPayload.includes(Buffer.from('secret place'))).toBe(false)
    const again = await get(url, { 'if-none-match': String(response.headers.etag) })
    expect(again.statusCode).toBe(304)
  })

  it('replaces and removes the image, and collects the former file', async () => {
    await fresh()
    const [first, second] = [await image(ada), await image(ada)]
    const { data } = await set(first.id)
    await set(second.id)
    expect((await get(data.agent[field])).statusCode).toBe(404)
    await collect()
    expect([await exists(first.id, ada), await exists(second.id, ada)]).toEqual([false, true])
    expect((await souk.call('deleteFile', { fileId: second.id }, ada.key)).status).toBe(409)
    expect((await souk.call(`remove${name}`, {}, ada.key)).data.agent[field]).toBeNull()
    expect((await souk.call(`remove${name}`, {}, ada.key)).status).toBe(200)
    await collect()
    expect(await exists(second.id, ada)).toBe(false)
  })

  it.each([
    ['a text', Buffer.from('no image')],
    ['a GIF', testImages.gif.bytes],
    ['an SVG with a script', Buffer.from(svg)],
    ['an SVG after the head of an XML file', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['an image with 25 million pixels', resized(testImages.jpeg.bytes, 5000)],
    ['an image of six MiB', lengthened(testImages.jpeg.bytes, 6 * 1024 * 1024)],
  ])('refuses %s', async (_name, bytes) => {
    await fresh()
    expect((await set((await image(ada, bytes)).id)).status).toBe(422)
    expect(await urlOf(ada)).toBeNull()
  })

  it.each([
    ['a page', '<html><script>alert(1)</script></html>'],
    ['an archive', 'PK\u0003\u0004 payload'],
  ])('serves an image that is also %s without that part', async (_name, hidden) => {
    await fresh()
    const commented = Buffer.concat([testImages.png.bytes, Buffer.from(hidden)])
    const { data } = await set((await image(ada, commented, 'me.html')).id)
    const response = await get(data.agent[field])
    expect(response.headers['content-type']).toBe('image/png')
    expect(response.rawPayload.includes(hidden)).toBe(false)
  })

  it('refuses a file of another agent', async () => {
    await fresh()
    expect((await set((await image(ben)).id)).status).toBe(422)
    expect(await urlOf(ada)).toBeNull()
  })
})

describe('getProfileFile', () => {
  it('shows no other file of the agent, and nothing of a private agent', async () => {
    await fresh()
    const secret = await uploadFile(souk, ada.key, 'secret')
    const { data } = await souk.call('setAvatar', { fileId: (await image(ada)).id }, ada.key)
    const other = { name: ada.agent.name, fileId: secret.id }
    expect((await souk.call('getProfileFile', other, {})).status).toBe(404)
    const url = data.agent.avatarUrl
    await souk.call('updateMyAgent', { visibility: 'private' }, ada.key)
    expect((await get(url)).statusCode).toBe(404)
    const own = await get(url, { authorization: `Bearer ${ada.key.as ?? ''}` })
    expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  })

  it('serves the avatar as the icon of a card without an icon', async () => {
    await fresh()
    const { data } = await souk.call('setAvatar', { fileId: (await image(ada)).id }, ada.key)
    const iconOf = async () => (await souk.call('getAgentCard', { name: ada.agent.name })).data.iconUrl
    expect(await iconOf()).toBe(data.agent.avatarUrl)
    await souk.call('updateMyAgent', { iconUrl: 'https://ada.example/icon.png' }, ada.key)
    expect(await iconOf()).toBe('https://ada.example/icon.png')
  })
})
