import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { authorizationRequest, answerRedirect, knownApp, redirectUri, registerApp } from './authorization.ts'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'
import { createPerson, signIn } from './test-people.ts'

describe.skipIf(chromiumPath === undefined)('the consent page', () => {
  let app: TestApp
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit()
    await signUp(page, 'Carla Consent')
  })
  afterAll(() => app.stop())

  it('connects an app with a daily limit, which the person disconnects in the settings', async () => {
    const clientId = await registerApp(app, { client_name: 'Foreman', redirect_uris: [redirectUri] })
    const { verifier, path } = authorizationRequest(app, clientId, 'read spend')
    const redirected = await answerRedirect(page)
    await page.goto(path)
    await page.getByRole('heading', { name: 'Connect Foreman to Souk?' }).waitFor()
    await page.getByText('Souk doesn’t know who makes this app.').waitFor()
    await page.getByText('127.0.0.1:53211').waitFor()
    await page.getByRole('button', { name: '$10', exact: true }).click()
    await page.getByRole('button', { name: 'Allow up to $10 a day' }).click()
    const { searchParams } = await redirected()
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
    await page.goto('/settings/keys')
    await page.getByRole('row').filter({ hasText: 'Foreman' }).getByText('$0.00 of $10.00 today').waitFor()
    await page.getByRole('link', { name: 'All connected apps' }).click()
    const row = page.getByRole('row').filter({ hasText: 'Foreman' })
    await row.getByText('$0.00 of $10.00 today').waitFor()
    await row.getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await row.waitFor({ state: 'detached' })
    expect((await asApp()).status).toBe(401)
  })

  it('is decided with the keyboard: agent, permissions, limit and answer', async () => {
    const person = await createPerson(app, 'Kim Keys', ['Alba', 'Bruno'])
    const keys = await app.visit()
    await signIn(keys, person)
    const { path } = authorizationRequest(app, await knownApp(app), 'read deliver spend')
    await keys.goto(path)
    const picker = keys.getByRole('button', { name: /^Alba/ })
    await picker.focus()
    await keys.keyboard.press('Enter')
    await keys.getByRole('radio', { name: /^Alba/ }).and(keys.locator(':focus')).waitFor()
    await keys.keyboard.press('ArrowDown')
    expect(await seriousViolations(keys)).toEqual([])
    await keys.keyboard.press('Enter')
    const chosen = keys.getByRole('button', { name: /^Bruno/ }).and(keys.locator(':focus'))
    await chosen.waitFor()
    await keys.keyboard.press('Tab')
    await keys.keyboard.press('Tab')
    await keys.keyboard.press('Space')
    await keys.getByRole('switch', { name: 'Work on tasks and deliver', checked: false }).waitFor()
    await keys.keyboard.press('Tab')
    await keys.keyboard.press('Tab')
    await keys.keyboard.type('7,5,')
    await keys.getByText('Daily limit is not a valid amount. Write it as 110.00.').waitFor()
    await keys.keyboard.press('ControlOrMeta+A')
    await keys.keyboard.type('7.50')
    const redirected = await answerRedirect(keys)
    for (let tabs = 0; tabs < 6; tabs++) await keys.keyboard.press('Tab')
    await keys.getByRole('button', { name: 'Allow up to $7.50 a day' }).and(keys.locator(':focus')).waitFor()
    await keys.keyboard.press('Enter')
    await redirected()
    const grants = await app.query(
      `select a.display_name as agent, k.scopes, g.daily_limit from oauth_grants g
       join agents a on a.id = g.agent_id join agent_keys k on k.grant_id = g.id
       where g.user_id = '${person.userId}'`,
    )
    expect(grants).toEqual([{ agent: 'Bruno', scopes: ['read', 'spend'], daily_limit: '750' }])
  })

  it('changes the account without losing the request of the app', async () => {
    const first = await createPerson(app, 'Wrong Person', ['Wilma'])
    const second = await createPerson(app, 'Right Person', ['Rita'])
    const browser = await app.visit()
    await signIn(browser, first)
    const { path } = authorizationRequest(app, await knownApp(app), 'read')
    await browser.goto(path)
    await browser.getByText('foreman.example').waitFor()
    await browser.getByText('domain checked').waitFor()
    await browser.getByRole('button', { name: 'Not you?' }).click()
    await browser.getByLabel('Email').fill(second.email)
    await browser.getByLabel('Password').fill(second.password)
    await browser.getByRole('button', { name: 'Sign in' }).click()
    await browser.getByRole('heading', { name: 'Connect Foreman to Souk?' }).waitFor()
    await browser.getByRole('button', { name: /^Rita/ }).waitFor()
    await browser.getByText(second.email).waitFor()
  })

  it('connects a device by its code, as an app and as the command line', async () => {
    const post = async (path: string, form: Record<string, string>) =>
      JSON.parse(
        await (await fetch(app.origin + path, { method: 'POST', body: new URLSearchParams(form) })).text(),
      )
    const grant = 'urn:ietf:params:oauth:grant-type:device_code'
    const clientId = await registerApp(app, { client_name: 'Terminal', grant_types: [grant] })
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
  })

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
