import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Policy } from 'souk-contract'
import { testImages } from '../../src/lib/images/test-images.ts'
import { fail } from '../fixtures/fail.ts'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'

let souk: Souk
let admin: Person
beforeAll(async () => {
  souk = await startSouk()
  admin = await souk.operator('admin')
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

async function set(changes: Partial<Policy>) {
  await souk.call('confirmPassword', { password: admin.password }, { as: admin.token })
  const reply = await souk.call('updatePolicy', { ...changes, reason: 'Test.' }, { as: admin.token })
  await souk.work(['policy'])
  return reply
}

async function upload(image: Buffer | string | null) {
  await souk.call('confirmPassword', { password: admin.password }, { as: admin.token })
  const content = image === null ? null : Buffer.from(image).toString('base64')
  const reply = await souk.call('updateLogo', { image: content, reason: 'New logo.' }, { as: admin.token })
  await souk.work(['policy'])
  return reply
}

const get = (url: string) => souk.app.inject({ url })
const json = async (url: string): Promise<Record<string, unknown>> => (await get(url)).json()

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z"/></svg>'

describe('updatePolicy', () => {
  it('names the marketplace in its catalogs and mails', async () => {
    await get('/.well-known/ai-catalog.json')
    await set({ marketName: 'Bazaar', supportEmail: 'help@bazaar.example', mailSender: null })
    expect((await souk.call('getMarket')).data).toMatchObject({
      name: 'Bazaar',
      supportEmail: 'help@bazaar.example',
    })
    expect(await json('/.well-known/ai-catalog.json')).toMatchObject({ host: { displayName: 'Bazaar' } })
    expect(await json('/mcp/server-card')).toMatchObject({ title: 'Bazaar' })
    expect(await json('/.well-known/oauth-protected-resource/mcp')).toMatchObject({
      resource_name: 'Bazaar MCP server',
    })
    const { email } = await souk.person()
    const mails = (await souk.mails()).filter(({ to }) => to === email)
    expect(mails[0]?.text).toContain('-- \nBazaar\n')
    expect(mails[0]?.text).toContain('Email support: help@bazaar.example')
  })

  it('returns readable variants of the accent color', async () => {
    const { data } = await set({ accentColor: '#ffcc00' })
    expect(data.accent).toMatchObject({ dark: '#ffcc00' })
    expect(data.accent?.light).not.toBe('#ffcc00')
    const styles = await get('/branding/accent-ffcc00.css')
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8')
    expect(styles.body).toContain(`:root { --accent: ${data.accent?.light};`)
    expect(styles.body).toContain(`:root[data-theme='dark'] { --accent: #ffcc00;`)
    expect((await set({ accentColor: null })).data.accent).toBeNull()
  })

  it.each([
    [{ accentColor: 'red' }, 400],
    [{ accentColor: '#FFCC00' }, 400],
    [{ marketName: '' }, 400],
    [{ marketName: ' Souk' }, 400],
    [{ marketName: 'S\u200bouk' }, 422],
    [{ mailSender: 'Bazaar <ceo@bank.example>' }, 422],
    [{ mailSender: 'Bazaar\r\nBcc: a@example.com' }, 400],
    [{ supportEmail: 'help' }, 400],
    [{ privacyUrl: 'javascript:alert(1)' }, 400],
  ])('refuses %j', async (changes, status) => {
    expect((await set(changes)).status).toBe(status)
  })
})

describe('updateLogo', () => {
  it('serves the image without metadata, under a name that never changes its content', async () => {
    const { data, status } = await upload(testImages.png.bytes)
    expect(status).toBe(200)
    const { logo } = data.policy
    expect(logo).toMatchObject({ mediaType: 'image/png' })
    expect((await souk.call('getMarket')).data.logo).toEqual(logo)
    const image = await get(logo?.path ?? fail('no logo'))
    expect(image.headers).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(image.rawPayload.includes('secret place')).toBe(false)
    expect((await upload(svg)).data.policy.logo?.path).not.toBe(logo?.path)
    expect((await get(logo?.path ?? '')).statusCode).toBe(200)
  })

  it('serves SVG so that it cannot run scripts as a page', async () => {
    const { logo } = (await upload(svg)).data.policy
    expect(logo?.path).toMatch(/^\/branding\/[0-9a-f]{64}\.svg$/)
    const image = await get(logo?.path ?? '')
    expect(image.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    expect(image.body).toBe(svg)
  })

  it('records the change, and removes the logo', async () => {
    const before = (await upload(svg)).data.policy.logo?.path
    const { data } = await upload(null)
    expect(data.policy.logo).toBeNull()
    const { items } = (await souk.call('listPolicyChanges', { limit: 2 }, { as: admin.token })).data
    expect(items).toMatchObject([
      { version: data.version, reason: 'New logo.', settings: { logo: null } },
      { settings: { logo: { path: before } } },
    ])
    const entry = await souk.context.database
      .selectFrom('audit_entries')
      .select(['action', 'details'])
      .where('target', '=', `policy_${data.version}`)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'logo.changed', details: { before, after: '' } })
  })

  it('keeps the policy that was set before, even while the market is read-only', async () => {
    await set({ marketName: 'Kept', readOnly: true })
    expect((await upload(svg)).data.policy).toMatchObject({ marketName: 'Kept', readOnly: true })
    await set({ readOnly: false })
  })

  it.each([
    ['a script', svg.replace('<path', '<script>alert(1)</script><path'), 'the element "script"'],
    ['a handler', svg.replace('viewBox', 'onload="alert(1)" viewBox'), '"onload"'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'not an SVG image'],
    ['a photo', testImages.jpeg.bytes, 'must be a PNG, WebP or SVG image'],
    ['a large image', Buffer.alloc(256 * 1024 + 1, 32), 'at most 262144'],
    ['a damaged image', testImages.png.bytes.subarray(0, 40), 'damaged'],
  ])('refuses %s', async (_name, image, problem) => {
    const { status, body } = await upload(image)
    expect([status, String(body['error'])]).toEqual([422, expect.stringContaining(problem)])
  })

  it('needs an admin', async () => {
    const support = await souk.operator('support')
    await souk.call('confirmPassword', { password: support.password }, { as: support.token })
    const sent = { image: null, reason: 'x' }
    expect((await souk.call('updateLogo', sent, { as: support.token })).status).toBe(403)
  })
})

describe('branding files', () => {
  it('returns 404 for other names below /branding', async () => {
    for (const name of ['nothing.png', `${'0'.repeat(64)}.png`, 'accent-red.css', '%2e%2e%2fpackage.json'])
      expect((await get(`/branding/${name}`)).statusCode).toBe(404)
  })
})
