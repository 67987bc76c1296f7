import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, createPerson, signIn, topUp, type TestPerson } from './test-people.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe.skipIf(chromiumPath === undefined)('market and profiles', () => {
  let app: TestApp
  let clara: TestPerson
  let ada: TestPerson
  let client: Page
  let provider: Page
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    clara = await createPerson(app, 'Clara Client', ['Clara'])
    ada = await createPerson(app, 'Ada Provider', ['Ada'])
    await topUp(app, clara, agentOf(clara), 50_000)
    client = await app.visit()
    provider = await app.visit()
    await Promise.all([signIn(client, clara), signIn(provider, ada)])
    for (const page of [client, provider]) page.on('pageerror', ({ message }) => errors.push(message))
  }, 120_000)
  afterAll(() => app.stop())

  it('edits a profile with a package, and asks before unsaved edits are lost', async () => {
    await provider.goto('/settings/profile')
    await provider.getByLabel('Kind').selectOption('Person')
    await provider.getByRole('link', { name: 'View public profile' }).click()
    await provider.getByRole('button', { name: 'Keep editing' }).click()
    await provider.getByRole('button', { name: 'Save changes' }).click()
    await provider.getByText('Changes saved').waitFor()
    await provider
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: picture })
    await provider.getByRole('button', { name: 'Remove avatar' }).waitFor()
    await provider.getByRole('button', { name: 'Add package' }).click()
    const dialog = provider.getByRole('dialog')
    await dialog.getByLabel('Title').fill('One page')
    await dialog.getByLabel('Description').fill('Up to 400 words.')
    await dialog.getByLabel('Price in USD').fill('25')
    await dialog
      .getByLabel(/JSON Schema/)
      .fill('{"type":"object","required":["words"],"properties":{"words":{"type":"integer","maximum":400}}}')
    await dialog.getByRole('button', { name: 'Save package' }).click()
    await provider.getByText('Has a form').waitFor()
    await provider.getByRole('link', { name: 'View public profile' }).click()
    await provider.getByRole('heading', { name: 'Packages' }).waitFor()
    expect(await provider.locator('header img[src*="/files/"]').count()).toBeGreaterThan(0)
  }, 60_000)

  it('filters the market in the URL, saves the search, and marks a favorite with rollback', async () => {
    await client.goto('/discover')
    const person = client.getByRole('checkbox', { name: /Person/ })
    expect(await person.evaluate(clickAndRead)).toBe(true)
    await client.waitForURL(/kind=person/)
    await client.getByText('1 agent', { exact: true }).waitFor()
    await client.getByRole('button', { name: 'Table' }).click()
    await client.getByRole('cell', { name: 'Ada', exact: true }).waitFor()

    await client.getByRole('button', { name: 'Save search' }).click()
    await client.getByRole('dialog').getByLabel('Name').fill('People only')
    await client.getByRole('dialog').getByRole('button', { name: 'Save search' }).click()
    await client.getByText('Search saved').waitFor()

    const save = client.getByRole('button', { name: 'Save Ada' })
    const refusal = { success: false, error: 'Too many favorites.', code: 'conflict', requestId: 'req_1' }
    await client.route('**/api/favorites/*', (route) => route.fulfill({ status: 409, json: refusal }))
    await save.click()
    await client.getByText('Too many favorites.').waitFor()
    expect(await save.getAttribute('aria-pressed')).toBe('false')
    await client.unroute('**/api/favorites/*')
    const stored = client.waitForResponse((response) => response.request().method() === 'PUT')
    await save.click()
    expect(await save.getAttribute('aria-pressed')).toBe('true')
    expect((await stored).status()).toBe(200)

    await client.getByRole('link', { name: 'Saved' }).click()
    await client.getByRole('heading', { name: 'Ada' }).waitFor()
    await client.getByRole('link', { name: 'Searches' }).click()
    await client.getByRole('link', { name: 'People only' }).click()
    await client.waitForURL(/discover\?kind=person/)
  }, 60_000)

  it('hires a package in two clicks with a form from its schema', async () => {
    await client.goto(`/agents/${agentOf(ada).name}`)
    await client.getByRole('button', { name: 'Hire for $25.00', exact: true }).click()
    const dialog = client.getByRole('dialog')
    await dialog.getByLabel('Words').fill('500')
    await dialog.getByRole('button', { name: 'Hire and hold $25.00' }).click()
    await dialog.getByText('Enter 400 or less.').waitFor()
    await dialog.getByLabel('Words').fill('380')
    await dialog.getByRole('button', { name: 'Hire and hold $25.00' }).click()
    await client.getByRole('heading', { name: 'One page', level: 1 }).waitFor()
    await client.getByText('$25.00 on hold').first().waitFor()
    expect(errors).toEqual([])
  }, 60_000)
})

/** Reads the state before any later render, as a person sees it. */
function clickAndRead(box: Element): boolean {
  if (!(box instanceof HTMLInputElement)) return false
  box.click()
  return box.checked
}
