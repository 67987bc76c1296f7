import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, callsOf, createPerson, signIn, topUp, type TestPerson } from './test-people.ts'

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
  })
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
  })

  it('filters the market in the URL, saves the search, and marks a favorite with rollback', async () => {
    await client.goto(`/as/${agentOf(clara).name}/discover`)
    const person = client.getByRole('radio', { name: /Person/ })
    expect(await person.evaluate(clickAndRead)).toBe(true)
    await client.waitForURL(/kind=person/)
    await client.getByText('1 agent', { exact: true }).waitFor()
    await client.getByRole('combobox', { name: 'Sort' }).selectOption('Fastest reply')
    await client.waitForURL(/sort=response/)
    await client.getByRole('button', { name: 'Table' }).click()
    await client.getByRole('cell', { name: 'Ada', exact: true }).waitFor()
    await client.keyboard.press('j')
    expect(await client.evaluate(() => document.activeElement?.textContent)).toBe('Ada')
    await client.getByRole('checkbox', { name: 'Select Ada' }).check()
    await client.getByRole('button', { name: 'Compare' }).click()
    await client.getByRole('dialog').getByRole('link', { name: 'Hire Ada' }).waitFor()
    await client.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await client.keyboard.press('/')
    expect(await client.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search')

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
    const pressed = client.getByRole('button', { name: 'Save Ada', pressed: true })
    // The request waits for the button, which therefore does not wait for the response.
    await client.route('**/api/favorites/*', async (route) => {
      await pressed.waitFor()
      await route.continue()
    })
    const stored = client.waitForResponse((response) => response.request().method() === 'PUT')
    await save.click()
    expect((await stored).status()).toBe(200)
    await client.unroute('**/api/favorites/*')

    await client.getByRole('link', { name: 'Saved' }).click()
    await client.getByRole('heading', { name: 'Ada' }).waitFor()
    await client.getByRole('link', { name: 'Searches' }).click()
    await client.getByRole('link', { name: 'People only' }).click()
    await client.waitForURL(/discover\?kind=person/)
  })

  it('sorts the table by its column headers, in the URL', async () => {
    await client.goto(`/as/${agentOf(clara).name}/discover?view=table`)
    const head = (name: string) => client.getByRole('columnheader', { name })
    await head('Rating').getByRole('button').click()
    await client.waitForURL(/sort=rating/)
    expect(await head('Rating').getAttribute('aria-sort')).toBe('descending')
    expect(await head('Price').getAttribute('aria-sort')).toBe('none')
    await head('Price').getByRole('button').focus()
    await client.keyboard.press('Enter')
    await client.waitForURL(/sort=price/)
    expect(await head('Price').getAttribute('aria-sort')).toBe('ascending')
    await client.keyboard.press('Enter')
    await client.waitForURL((url) => !url.searchParams.has('sort'))
    expect(await head('Price').getAttribute('aria-sort')).toBe('none')
    expect(await head('Tasks').getByRole('button').count()).toBe(0)
    const listing = { title: 'Two letters', description: 'From German.', status: 'open' as const }
    await app.server().call('createListing', listing, { as: clara.token })
    await client.goto(`/as/${agentOf(clara).name}/listings?view=table`)
    await head('Budget').getByRole('button').click()
    await client.waitForURL(/sort=budget/)
    expect(await head('Budget').getAttribute('aria-sort')).toBe('descending')
  })

  it('keeps the brief and its files until the request is sent', async () => {
    await client.goto(`/as/${agentOf(clara).name}/agents/${agentOf(ada).name}`)
    await client.getByRole('radio', { name: 'Ask for a price' }).check()
    await client.getByText('No recommendations yet.').waitFor()
    expect(await client.getByText('Recommend Ada').count()).toBe(0)
    const nav = client.getByRole('navigation', { name: 'Main' })
    expect(await nav.getByRole('link', { name: 'Agents' }).getAttribute('aria-current')).toBe('true')
    const brief = client.getByLabel('Describe what you need')
    await brief.fill('Translate the attached letter.')
    await client.getByLabel('Title (optional)').fill('A letter')
    await client
      .getByLabel('Attach files')
      .setInputFiles({ name: 'letter.png', mimeType: 'image/png', buffer: picture })
    await client.getByRole('button', { name: 'Remove letter.png' }).waitFor()
    await brief.evaluate(pasteFile)
    await client.getByRole('button', { name: 'Remove pasted.txt' }).waitFor()

    await client.reload()
    await client.getByRole('radio', { name: 'Ask for a price' }).check()
    expect(await brief.inputValue()).toBe('Translate the attached letter.')
    expect(await client.getByLabel('Title (optional)').inputValue()).toBe('A letter')
    await client.getByLabel('Price in USD').fill('10')
    await client.getByText('Ada receives $9.50').waitFor()
    await client.getByRole('button', { name: 'Hire for $10.00' }).click()
    await client.getByRole('button', { name: 'Hire and hold $10.00' }).click()
    await client.getByRole('heading', { name: 'A letter', level: 1 }).waitFor()
    await client.getByText('pasted.txt').first().waitFor()
    await client.goto(`/agents/${agentOf(ada).name}`)
    expect(await client.getByLabel(/What do you need/).inputValue()).toBe('')
  })

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
    await client.getByText('$25.00 held').first().waitFor()
    expect(errors).toEqual([])
  })

  it('adds the missing money and hires when it has arrived', async () => {
    const page = await app.visit()
    const paul = await createPerson(app, 'Paul Poor', ['Paul'])
    await signIn(page, paul)
    await page.goto(`/as/${agentOf(paul).name}/agents/${agentOf(ada).name}`)
    await page.getByRole('button', { name: 'Hire for $25.00', exact: true }).click()
    await page.getByRole('dialog').getByLabel('Words').fill('12')
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: 'Add $25.00 and hire' }).click()
    const checkout = await opened
    await checkout.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('heading', { name: 'One page', level: 1 }).waitFor()
    await page.getByText('$25.00 held').first().waitFor()
  })

  it('cancels the wait for the money with the dialog', async () => {
    const page = await app.visit()
    const olga = await createPerson(app, 'Olga Other', ['Olga'])
    await topUp(app, olga, agentOf(olga), 2000)
    await signIn(page, olga)
    await page.goto(`/as/${agentOf(olga).name}/agents/${agentOf(ada).name}`)
    await page.getByRole('radio', { name: 'Ask for a price' }).check()
    await page.getByLabel('Describe what you need').fill('Translate a book.')
    const price = page.getByLabel('Price in USD')
    await price.fill('150')
    const calls = callsOf(page)
    const dialog = page.getByRole('dialog')
    const waitAndClose = async (close: () => Promise<void>) => {
      await page.getByRole('button', { name: 'Hire for $150.00' }).click()
      const opened = page.waitForEvent('popup')
      await dialog.getByRole('button', { name: 'Add $130.00 and hire', disabled: false }).click()
      const checkout = await opened
      await dialog.getByText('Pay in the other tab').waitFor()
      await checkout.close()
      await close()
      await dialog.waitFor({ state: 'detached' })
    }
    await waitAndClose(() => dialog.getByRole('button', { name: 'Cancel' }).click())
    await price.fill('15')
    await page.getByText('Left in balance').waitFor()
    await price.fill('150')
    await waitAndClose(() => page.keyboard.press('Escape'))
    await price.fill('30')
    await page.getByRole('button', { name: 'Hire for $30.00' }).click()
    await dialog.getByRole('button', { name: 'Add $10.00 and hire', disabled: false }).waitFor()
    await topUp(app, olga, agentOf(olga), 20_000)
    await dialog.getByRole('button', { name: 'Hire and hold $30.00', disabled: false }).waitFor()
    expect(calls.filter(({ path }) => path.endsWith('/message:send'))).toEqual([])
  })

  it('does not wait for money after a payment that could not start', async () => {
    const page = await app.visit()
    const rita = await createPerson(app, 'Rita Refused', ['Rita'])
    await signIn(page, rita)
    const refusal = { success: false, error: 'No payments today.', code: 'conflict', requestId: 'req_1' }
    await page.route('**/api/payments/topup-session', (route) =>
      route.fulfill({ status: 409, json: refusal }),
    )
    await page.goto(`/as/${agentOf(rita).name}/agents/${agentOf(ada).name}`)
    await page.getByRole('button', { name: 'Hire for $25.00', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Words').fill('12')
    const calls = callsOf(page)
    await dialog.getByRole('button', { name: 'Add $25.00 and hire' }).click()
    await dialog.getByText('No payments today.').waitFor()
    await topUp(app, rita, agentOf(rita), 10_000)
    await dialog.getByRole('button', { name: 'Hire and hold $25.00', disabled: false }).waitFor()
    expect(calls.filter(({ path }) => path.endsWith('/hire'))).toEqual([])
  })

  it('searches the money by task, person and amount, in the URL, and exports what is found', async () => {
    await client.goto('/money')
    const rows = client.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
    await rows.filter({ hasText: 'One page' }).first().waitFor()
    await client.getByRole('searchbox', { name: 'Task, person or amount' }).fill('a letter')
    await client.waitForURL(/q=a\+letter/)
    await rows.filter({ hasText: 'One page' }).waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(1)
    await client.getByRole('button', { name: 'Clear filters' }).click()
    await rows.filter({ hasText: 'Topped up' }).first().waitFor()
    await client.getByLabel('Counterparty').selectOption('Ada')
    await client.waitForURL(/with=agt_/)
    await rows.filter({ hasText: 'Topped up' }).waitFor({ state: 'detached' })
    expect(await rows.count()).toBe(2)
    await client.reload()
    await rows.first().waitFor()
    expect(await rows.count()).toBe(2)
    const download = client.waitForEvent('download')
    await client.getByRole('button', { name: 'Export CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toContain('A letter')
    expect(text).not.toContain('Topped up')
  })

  it('hires once on a double click', async () => {
    await client.goto(`/agents/${agentOf(ada).name}`)
    await client.getByRole('radio', { name: 'Ask for a price' }).check()
    await client.getByLabel('Describe what you need').fill('Translate a postcard.')
    await client.getByLabel('Price in USD').fill('5')
    await client.getByRole('button', { name: 'Hire for $5.00' }).click()
    const calls = callsOf(client)
    await client.getByRole('button', { name: 'Hire and hold $5.00' }).dblclick()
    await client.getByRole('heading', { name: 'Translate a postcard.', level: 1 }).waitFor()
    expect(calls.filter(({ path }) => path.endsWith('/message:send'))).toHaveLength(1)
  })

  it('fits long names into the width of a phone', async () => {
    const page = await app.visit({ width: 390, height: 844 })
    const longName = 'Alexandra Featherstonehaugh-Worthington von und zu Lichtenstein'
    const alexandra = await createPerson(app, longName, ['Alexandra'])
    const { name } = agentOf(alexandra)
    const { call } = app.server()
    await call('updateMyAgent', { displayName: longName }, { as: alexandra.token })
    const parts = [{ text: 'Translate a postcard.' }]
    await call('sendMessage', { name, message: { role: 'user', parts } }, { as: clara.token })
    await signIn(page, clara)
    for (const path of [`/discover?q=${name}`, '/my-work', `/agents/${name}`]) {
      await page.goto(path)
      await page.getByText(longName).filter({ visible: true }).first().waitFor()
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
  })
})

/** Pastes a text file, as a file manager does. */
function pasteFile(field: Element): void {
  const transfer = new DataTransfer()
  transfer.items.add(new File(['Guten Tag'], 'pasted.txt', { type: 'text/plain' }))
  field.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true }),
  )
}

/** Reads the state before any later render, as a person sees it. */
function clickAndRead(box: Element): boolean {
  if (!(box instanceof HTMLInputElement)) return false
  box.click()
  return box.checked
}
