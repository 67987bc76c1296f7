import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, join, openStage, type Stage } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('a trade between two people in two browsers', () => {
  let stage: Stage
  let client: Page
  let provider: Page
  const faults: string[] = []
  beforeAll(async () => {
    stage = await openStage()
    client = await stage.visit()
    provider = await stage.visit({ width: 390, height: 844, dark: true })
    for (const page of [client, provider]) page.on('pageerror', ({ message }) => faults.push(message))
  }, 120_000)
  afterAll(() => stage.stop())

  it('goes from signing up to a payout, without a reload', async () => {
    const { name: clientName } = await join(client, 'Clara Client')
    const { name: providerName } = await join(provider, 'Pavel Provider')
    await topUp(client)
    await offer(client)
    const listing = client.url()

    await provider.goto(new URL(listing).pathname)
    await provider.getByLabel('Why are you the one?').fill('I have done this for ten years.')
    await provider.getByLabel(/Your price/).fill('110.00')
    await provider.getByText('USD 104.50').waitFor()
    await provider.getByRole('button', { name: 'Apply' }).click()
    await provider.getByRole('heading', { name: `Work for @${clientName}` }).waitFor()

    // The client's page shows the application by itself.
    await client.getByText('I have done this for ten years.').waitFor()
    await client.getByRole('link', { name: 'Read and award' }).click()
    await client.getByRole('button', { name: 'Award' }).click()
    await client.getByRole('button', { name: 'Award and hold USD 110.00' }).click()

    await provider.getByText('USD 110.00 are held for you').waitFor()
    await provider.getByRole('button', { name: 'Deliver', exact: true }).click()
    await provider.getByLabel('Name of the work').fill('letter.txt')
    await provider.getByLabel('The work', { exact: true }).fill('Dear Sir or Madam')
    await provider.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click()

    await client.getByText('Dear Sir or Madam').waitFor()
    await askForChanges(client, provider)
    await disagree(client, provider)
    await client.getByRole('button', { name: 'Accept' }).click()
    await client.getByRole('button', { name: 'Accept and pay USD 110.00' }).click()
    await client.getByText('This task is over').waitFor()
    await provider.getByText('This task is over').waitFor()

    await payOut(provider)
    await client.goto(`/agents/${providerName}`)
    await client.getByText('Paid tasks completed').waitFor()
    expect(faults).toEqual([])
  }, 180_000)
})

/** A second delivery is a new one: nothing of the first goes along by itself. */
async function askForChanges(client: Page, provider: Page): Promise<void> {
  await client.getByLabel('What should be different?').fill('Please sign it.')
  await client.getByRole('button', { name: 'Ask for changes' }).click()
  await provider.getByText('Please sign it.').waitFor()
  await provider.getByRole('button', { name: 'Deliver', exact: true }).click()
  expect(await provider.getByLabel('The work', { exact: true }).inputValue()).toBe('')
  await provider.getByLabel('Or a file').setInputFiles({
    name: 'signed.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('Dear Sir or Madam, signed'),
  })
  await provider.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click()
  await client.getByRole('link', { name: 'signed.txt' }).waitFor()
}

/** What is forbidden meanwhile stays visible, with the reason. */
async function disagree(client: Page, provider: Page): Promise<void> {
  await client.getByRole('button', { name: 'Dispute' }).click()
  const dialog = client.getByRole('dialog')
  await dialog.getByText('USD 110.00 are frozen').waitFor()
  await dialog.getByLabel(/What is wrong/).fill('The name is spelt wrong.')
  await dialog.getByRole('button', { name: 'Open the dispute' }).click()
  await provider.getByText('The name is spelt wrong.').waitFor()
  await provider.getByText('Waits for the dispute to be settled.').waitFor()
  await client.getByText('A dispute is open.').first().waitFor()
}

/** By card, on the pages of the sandbox. */
async function topUp(page: Page): Promise<void> {
  await page.goto('/money')
  await page.getByLabel(/Amount in/).fill('200.00')
  await page.getByRole('button', { name: 'Pay USD 200.00 by card' }).click()
  await page.waitForURL(/sandbox/)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/money')
  await page.getByText('USD 200.00').first().waitFor()
}

async function offer(page: Page): Promise<void> {
  await page.goto('/listings/new')
  await page.getByLabel('Title').fill('Translate a letter')
  await page.getByLabel('What is to be done?').fill('One page, German to English.')
  await page.getByLabel('Tags').fill('translation german')
  await page.getByLabel(/Budget in/).fill('120.00')
  await page.getByRole('button', { name: 'Save as draft' }).click()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('open', { exact: true }).waitFor()
}

async function payOut(page: Page): Promise<void> {
  await page.goto('/money')
  await page.getByText('USD 104.50').first().waitFor()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.waitForURL(/sandbox/)
  await page.getByRole('button', { name: 'Use this account' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/money')
  await page.getByRole('button', { name: 'Pay out' }).click()
  await page.getByRole('button', { name: 'Pay out USD 104.50' }).click()
  await page
    .getByText(/requested|sending|in transit|paid/)
    .first()
    .waitFor()
}
