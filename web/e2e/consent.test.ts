import { createHash, randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'

const redirectUri = 'http://127.0.0.1:53211/callback'

describe.skipIf(chromiumPath === undefined)('the consent page', () => {
  let app: TestApp
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit()
    await signUp(page, 'Carla Consent')
  }, 120_000)
  afterAll(() => app.stop())

  it('connects an app with a daily limit, which the person disconnects in the settings', async () => {
    const registered = await fetch(`${app.origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Foreman', redirect_uris: [redirectUri] }),
    })
    const { client_id: clientId }: { client_id: string } = JSON.parse(await registered.text())
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'read spend',
      state: 'kept',
      resource: `${app.origin}/api`,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const arrived = page.waitForRequest((request) => request.url().startsWith(redirectUri))
    await page.goto(`/oauth/authorize?${query}`)
    await page.getByRole('heading', { name: 'Connect Foreman to Souk?' }).waitFor()
    await page.getByText('Souk doesn’t know who makes this app.').waitFor()
    await page.getByText('127.0.0.1:53211').waitFor()
    await page.getByRole('button', { name: '$10.00' }).click()
    await page.getByRole('button', { name: 'Allow up to $10.00 a day' }).click()
    const { searchParams } = new URL((await arrived).url())
    expect([searchParams.get('state'), searchParams.get('iss')]).toEqual(['kept', app.origin])
    const exchanged = await fetch(`${app.origin}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        client_id: clientId,
        code: searchParams.get('code') ?? '',
        code_verifier: verifier,
      }),
    })
    const { access_token: token }: { access_token: string } = JSON.parse(await exchanged.text())
    const asApp = () =>
      fetch(`${app.origin}/api/agents/me`, { headers: { authorization: `Bearer ${token}` } })
    expect((await asApp()).status).toBe(200)
    await page.goto('/settings/apps')
    const row = page.getByRole('row').filter({ hasText: 'Foreman' })
    await row.getByText('$0.00 of $10.00 today').waitFor()
    await row.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await asApp()).status).toBe(401)
  }, 60_000)

  it('connects a device by its code, as an app and as the command line', async () => {
    const post = async (path: string, form: Record<string, string>) =>
      JSON.parse(
        await (await fetch(app.origin + path, { method: 'POST', body: new URLSearchParams(form) })).text(),
      )
    const grant = 'urn:ietf:params:oauth:grant-type:device_code'
    const registered = await fetch(`${app.origin}/oauth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: 'Terminal', grant_types: [grant] }),
    })
    const { client_id: clientId }: { client_id: string } = JSON.parse(await registered.text())
    const device = await post('/oauth/device', { client_id: clientId, scope: 'read' })
    await page.goto('/device')
    await page.getByLabel('Code').fill('BBBB-BBBB')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('There is no device with this code').waitFor()
    await page.getByLabel('Code').fill(device.user_code.toLowerCase())
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Connect Terminal to Souk?' }).waitFor()
    await page.getByText(device.user_code).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByRole('heading', { name: 'Device connected' }).waitFor()
    const form = { grant_type: grant, client_id: clientId, device_code: device.device_code }
    expect((await post('/oauth/token', form)).scope).toBe('read')
    const terminal = await post('/oauth/device', { client_id: 'souk-cli' })
    await page.goto(terminal.verification_uri_complete)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('access to your account').waitFor()
    await page.getByRole('button', { name: 'Sign in the device' }).click()
    await page.getByRole('heading', { name: 'Device connected' }).waitFor()
  }, 60_000)

  it('cannot be framed', async () => {
    const { headers } = await fetch(`${app.origin}/oauth/authorize?client_id=x`, {
      headers: { accept: 'text/html' },
    })
    expect([headers.get('x-frame-options'), headers.get('content-security-policy')]).toEqual([
      'DENY',
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  })
})
