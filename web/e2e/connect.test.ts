import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('connect software', () => {
  let app: TestApp
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit({ width: 1440 })
    await signUp(page, 'Nora Wind')
    await page.goto('/settings/keys')
  })
  afterAll(() => app.stop())

  it('creates a key that may not spend unless a person says so, and sees its first call', async () => {
    const spend = page.getByRole('switch', { name: 'Spend money' })
    await spend.waitFor()
    expect(await spend.isChecked()).toBe(false)
    await spend.click()
    await page.getByLabel('Name', { exact: true }).fill('Buyer')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Waiting for Buyer').waitFor()
    expect(await spend.isDisabled()).toBe(true)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Send a test call' }).click()
    await page.getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /Buyer.*Spend money/ }).waitFor()
  })

  it('creates one key on a double click', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Twice')
    await page.getByRole('button', { name: 'Create key' }).dblclick()
    await page.getByText('Waiting for Twice').waitFor()
    await page.reload()
    await page.getByRole('row', { name: /Buyer/ }).waitFor()
    expect(await page.getByRole('row', { name: /Twice/ }).count()).toBe(1)
  })

  it('says that a key was revoked while it waits for its first call', async () => {
    await page.getByLabel('Name', { exact: true }).fill('Lost laptop')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByText('Waiting for Lost laptop').waitFor()
    const other = await page.context().newPage()
    await other.goto('/settings/keys')
    await other
      .getByRole('row', { name: /Lost laptop/ })
      .getByRole('button', { name: 'Revoke' })
      .dblclick()
    await other.getByRole('button', { name: 'Revoke key' }).click()
    await other.close()
    await page.getByText('This key no longer works.').waitFor({ timeout: 30_000 })
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Create another key' }).click()
    await page.getByRole('button', { name: 'Create key' }).waitFor()
  })

  it('limits what software spends in a day, and says so in words', async () => {
    await page.getByLabel('Per day').fill('400')
    await page.getByText('Spending above $400.00 per day needs your approval.').waitFor()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Changes saved').waitFor()
    await page.reload()
    await page.getByText('Spending above $400.00 per day needs your approval.').waitFor()
  })

  it('adds webhook endpoints with their own events, opens a delivery, and pauses', async () => {
    const receiver = createServer((request, response) => {
      request.resume()
      response.writeHead(request.url === '/bad' ? 500 : 200).end('thanks')
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    const address = receiver.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    await page.goto('/settings/webhook')
    for (const path of ['good', 'bad']) {
      await page.getByRole('button', { name: 'Add endpoint' }).click()
      await page.getByLabel('Endpoint URL').fill(`http://localhost:${port}/${path}`)
      await page.getByRole('checkbox', { name: 'Jobs' }).click()
      await page.getByRole('button', { name: 'Add endpoint' }).click()
      await page.getByText('Use this secret to verify signatures.').waitFor()
      await page.getByRole('button', { name: 'I’ve saved it' }).click()
      await page.getByRole('heading', { name: `http://localhost:${port}/${path}` }).waitFor()
    }
    expect(await page.getByRole('checkbox', { name: 'listing.updated' }).isChecked()).toBe(false)
    const failed = page.getByRole('button', { name: /^500 webhook\.test/ })
    await failed.first().click({ timeout: 30_000 })
    const details = page.getByRole('region', { name: 'Delivery of webhook.test' })
    await details.getByText('"webhook.test"').waitFor()
    await details.getByText('thanks').waitFor()
    await details.getByRole('button', { name: 'Copy as curl' }).waitFor()
    await page.getByText(/attempts? failed since/).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    // The redelivery takes the only failed delivery out of the count.
    await page.getByRole('button', { name: 'Redeliver failed events' }).waitFor()
    await details.getByRole('button', { name: 'Redeliver' }).click()
    await page.getByText('Delivery queued again').waitFor()
    await page.getByRole('combobox', { name: 'Event' }).selectOption('task.created')
    await page.getByText('No deliveries match these filters.').waitFor()
    expect(page.url()).toContain('type=task.created')
    await page.getByRole('checkbox', { name: 'listing.updated' }).check()
    await page.getByRole('button', { name: 'Save events' }).click()
    await page.getByText('Events saved').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).waitFor()
    await page.getByText('Events that occur while the endpoint is paused are never sent.').waitFor()
    await page.getByRole('button', { name: 'All endpoints' }).click()
    await page.getByRole('button', { name: /^Paused.*bad/ }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: /good.*Main/ }).click()
    await page.getByRole('button', { name: 'Send test event' }).waitFor()
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Change URL' }).click()
    const dialog = page.getByRole('dialog', { name: 'Where should events go?' })
    await dialog.getByLabel('Endpoint URL').fill(`http://localhost:${port}/moved`)
    await dialog.getByRole('button', { name: 'Save URL' }).click()
    await page.getByRole('heading', { name: `http://localhost:${port}/moved` }).waitFor()
    receiver.closeAllConnections()
    receiver.close()
  })
})
