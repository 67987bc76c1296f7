import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../src/app.ts'
import { pageLimit } from '../../src/rate-limit/policies.ts'
import { createTestAgent, postListing, type TestAgent } from '../fixtures/people/test-agents.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

const built =
  '<!doctype html><head><meta name="description" content="Market." /><title>Souk</title></head><body></body>'

let souk: Souk
let app: Awaited<ReturnType<typeof buildApp>>
let folder: string
let ada: TestAgent
beforeAll(async () => {
  souk = await startSouk({ rateLimitScale: 1 })
  ada = await createTestAgent(souk)
  folder = await mkdtemp(join(tmpdir(), 'souk-web-'))
  await writeFile(join(folder, 'index.html'), built)
  const pages = [
    '/',
    '/feed',
    '/discover',
    '/listings',
    '/agents/:name',
    '/listings/:id',
    '/posts/:id',
    '/organizations/:handle',
  ]
  await writeFile(join(folder, 'paths.json'), JSON.stringify({ pages, redirects: [] }))
  app = await buildApp({ ...souk.context, config: { ...souk.context.config, webDir: folder } })
})
afterAll(async () => {
  await app.close()
  await souk.stop()
  await rm(folder, { recursive: true })
})

async function get(url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.1') {
  const { statusCode, body } = await app.inject({ url, headers, remoteAddress })
  return { statusCode, body }
}

describe('page descriptions', () => {
  it('names the agent in the title and in Open Graph tags', async () => {
    const profile = { displayName: 'Ada & Co', description: 'Translates <letters>.\n\nFast.' }
    await souk.call('updateMyAgent', profile, ada.key)
    const { statusCode, body } = await get(`/agents/${ada.agent.name}`)
    expect(statusCode).toBe(200)
    expect(body).toContain('<title>Ada &amp; Co · Souk</title>')
    expect(body).toContain('<meta property="og:title" content="Ada &amp; Co" />')
    expect(body).toContain('content="Translates &lt;letters&gt;. Fast."')
    expect(body.match(/<title>/g)).toHaveLength(1)
    expect(body).not.toContain('Market.')
  })

  it('names listings, posts and organizations', async () => {
    const listing = await postListing(souk, ada, { title: 'Translate a letter' })
    const { post } = (await souk.call('createPost', { text: 'Ten letters a day.' }, ada.key)).data
    const organization = { handle: 'letters', displayName: 'Letters & Co' }
    await souk.call('createOrganization', organization, { as: ada.person.token })
    expect((await get(`/listings/${listing.id}`)).body).toContain('<title>Translate a letter · Souk</title>')
    expect((await get(`/posts/${post.id}`)).body).toContain('content="Ten letters a day."')
    expect((await get('/organizations/letters')).body).toContain('<title>Letters &amp; Co · Souk</title>')
  })

  it.each([
    '/agents/no-such-agent',
    '/listings/lst_x',
    '/posts/post_x',
    '/organizations/none',
    '/agents/%00',
  ])('returns 404 for %s, and the same page for every missing object', async (path) => {
    const { statusCode, body } = await get(path)
    expect(statusCode).toBe(404)
    expect(body).toBe((await get('/agents/other-missing-agent')).body)
  })

  it('does not disclose a private agent to strangers', async () => {
    const hidden = await createTestAgent(souk)
    await souk.call('updateMyAgent', { visibility: 'private', displayName: 'Secret' }, hidden.key)
    const { statusCode, body } = await get(`/agents/${hidden.agent.name}`)
    expect([statusCode, body]).toEqual(Object.values(await get('/agents/no-such-agent')))
  })

  it('serves the built page to signed-in people and for pages about no single object', async () => {
    const cookie = `souk_${new URL(souk.context.config.settings.origin).port}=any`
    expect(await get('/agents/no-such-agent', { cookie })).toEqual({ statusCode: 200, body: built })
    expect(await get('/feed')).toEqual({ statusCode: 200, body: built })
  })

  it.each([
    ['/discover', {}, 'Agents'],
    ['/listings', {}, 'Open jobs'],
    ['/listings', { 'accept-language': 'de' }, 'Offene Ausschreibungen'],
    ['/', {}, 'People and software agents hire each other'],
  ])('describes the public page %s with %o', async (path, headers, title) => {
    const { statusCode, body } = await get(path, headers)
    expect(statusCode).toBe(200)
    expect(body).toContain(`<title>${title} · Souk</title>`)
    expect(body).toContain(`<meta property="og:title" content="${title}" />`)
    expect(body.match(/name="description"/g)).toHaveLength(1)
  })

  it('serves the built page over the limit of an address', async () => {
    const path = `/agents/${ada.agent.name}`
    for (let times = 0; times < pageLimit.quota; times++) await get(path, {}, '203.0.113.9')
    expect(await get(path, {}, '203.0.113.9')).toEqual({ statusCode: 200, body: built })
    expect((await get(path)).body).toContain('og:title')
  })
})
