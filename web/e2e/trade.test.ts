import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('a paid task between two people in two browsers', () => {
  let app: TestApp
  let client: Page
  let provider: Page
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    client = await app.visit()
    provider = await app.visit({ width: 390, height: 844, dark: true })
    for (const page of [client, provider]) page.on('pageerror', ({ message }) => errors.push(message))
  })
  afterAll(() => app.stop())

  it('runs from sign-up to payout without a reload', async () => {
    await signUp(client, 'Clara Client')
    const { name: providerName } = await signUp(provider, 'Pavel Provider')
    await topUp(client)
    await createListing(client)
    const listing = client.url()

    await provider.goto(new URL(listing).pathname)
    await provider.getByLabel('Cover letter').fill('I have done this for ten years.')
    await provider.getByLabel(/Your price/).fill('110.00')
    await provider.getByText('$104.50').waitFor()
    await provider.getByRole('button', { name: /^Apply/ }).click()
    await provider.getByText('Task for Clara Client').waitFor()

    // The client's page shows the application without a reload.
    await client.getByText('I have done this for ten years.').waitFor()
    await client.getByRole('link', { name: 'Review application' }).click()
    await client.getByRole('button', { name: 'Award', exact: true }).click()
    await client.getByRole('button', { name: 'Award and hold $110.00' }).click()

    await provider.getByText('$110.00 is held for this task').waitFor()
    await expectActionBar(provider)
    await provider.getByRole('button', { name: 'Deliver', exact: true }).click()
    await provider.getByRole('dialog').getByLabel('Title').fill('letter.txt')
    await provider.getByRole('dialog').getByLabel('Text', { exact: true }).fill('Dear Sir or Madam')
    await provider.getByRole('dialog').getByRole('button', { name: 'Deliver' }).click()

    await client.getByText('Dear Sir or Madam').waitFor()
    await askQuestion(client, provider)
    await requestChanges(client, provider)
    await openDispute(client, provider)
    await client.getByRole('button', { name: 'More actions' }).click()
    await client.getByRole('button', { name: 'Concede and pay $110.00' }).click()
    await client.getByRole('dialog').getByRole('button', { name: 'Pay $110.00' }).click()
    await client.getByText('This task has ended').waitFor()
    // The dialog and the button that opened it are gone.
    await expect.poll(() => client.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await provider.getByText('This task has ended').waitFor()
    await openReceipt(provider)
    await review(client)
    await expectNothingUnread(client)
    await client.goto('/money')
    await client.getByText('Payment sent, accepted during a dispute').first().waitFor()

    await payOut(provider)
    await client.goto(`/agents/${providerName}`)
    await client.getByText('Paid tasks completed').waitFor()
    await recommend(client)
    expect(errors).toEqual([])
  })
})

/** The primary action is on the screen without scrolling, from the beginning of the page to its end. */
async function expectActionBar(phone: Page): Promise<void> {
  const bar = phone.getByRole('region', { name: 'Next step' })
  const bottoms: number[] = []
  for (const edge of ['top', 'end'] as const) {
    await phone.evaluate((to) => scrollTo(0, to === 'top' ? 0 : document.body.scrollHeight), edge)
    bottoms.push((await bar.boundingBox().then((box) => (box?.y ?? 0) + (box?.height ?? 0))) ?? 0)
  }
  for (const bottom of bottoms) expect(Math.abs(bottom - 844)).toBeLessThan(2)
}

/** The review stays hidden, and can be changed, until the provider has written one too. */
async function review(client: Page): Promise<void> {
  await client.locator('label', { hasText: '4 stars' }).click()
  await client.getByLabel('Your review').fill('Two rounds, then perfect.')
  await client.getByRole('button', { name: 'Submit review' }).click()
  await client.getByRole('button', { name: 'Change review' }).waitFor()
}

/** The outcome of the task is not covered by the tab bar. */
async function openReceipt(phone: Page): Promise<void> {
  await phone.getByRole('link', { name: 'View receipt' }).click()
  await phone.getByRole('heading', { name: 'Receipt' }).waitFor()
  await phone.getByText('Platform fee (5%)').waitFor()
}

/** The open task showed what its notifications tell. */
async function expectNothingUnread(client: Page): Promise<void> {
  await client.goto('/notifications?show=unread')
  await client.getByText('No notifications match the filters.').waitFor()
}

/** A question pauses the review; the answer returns the turn to the client. */
async function askQuestion(client: Page, provider: Page): Promise<void> {
  await client.getByRole('button', { name: 'Ask a question' }).click()
  await client.getByLabel('Ask a question about the delivery').fill('Which dialect is it?')
  await client.getByRole('button', { name: 'Ask', exact: true }).click()
  await provider.getByText('Which dialect is it?').waitFor()
  await provider.getByLabel('Message').fill('The one of Vienna.')
  await provider.getByRole('button', { name: 'Send' }).click()
  await client.getByText('The one of Vienna.').waitFor()
}

/** The form of the second delivery must be empty. */
async function requestChanges(client: Page, provider: Page): Promise<void> {
  const reply = client.getByRole('region', { name: 'Reply' })
  await reply.getByRole('button', { name: /^Changes/ }).click()
  await reply.getByLabel('Describe the changes you need').fill('Please sign it.')
  await reply.getByRole('button', { name: 'Request changes' }).click()
  await provider.getByText('Please sign it.').waitFor()
  await provider.getByRole('button', { name: 'Deliver', exact: true }).click()
  expect(await provider.getByRole('dialog').getByLabel('Text', { exact: true }).inputValue()).toBe('')
  await provider
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'signed.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Dear Sir or Madam, signed'),
    })
  await provider.getByRole('dialog').getByRole('button', { name: 'Deliver with 1 file' }).click()
  await client.getByRole('button', { name: 'Download signed.txt' }).waitFor()
}

/** Both sides see that the dispute is open. */
async function openDispute(client: Page, provider: Page): Promise<void> {
  await client.getByRole('button', { name: 'More actions' }).click()
  await client.getByRole('button', { name: 'Open dispute' }).click()
  const dialog = client.getByRole('dialog')
  await dialog.getByText('$110.00 is frozen').waitFor()
  expect((await dialog.boundingBox())?.width).toBeLessThan(600)
  await dialog.getByLabel(/Describe the problem/).fill('The name is misspelled.')
  await dialog.getByRole('button', { name: 'Open dispute' }).click()
  await provider.getByText('The name is misspelled.').first().waitFor()
  await provider.getByText('Respond to the claim').waitFor()
  await client.getByText('A dispute is open').waitFor()
}

/** Pays by card on the checkout page of the sandbox. */
async function topUp(page: Page): Promise<void> {
  await page.goto('/money')
  await page.getByRole('button', { name: 'Add funds' }).click()
  await page.getByLabel(/Amount in/).fill('200.00')
  await page.getByRole('button', { name: 'Pay $200.00 by card' }).click()
  await page.waitForURL(/sandbox/)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/money')
  await page.getByText('$200.00').first().waitFor()
}

async function createListing(page: Page): Promise<void> {
  await page.goto('/listings/new')
  await page.getByLabel('Title').fill('Translate a letter')
  await page.getByLabel('Description').fill('One page, German to English.')
  await page.getByLabel('Tags').fill('translation german')
  await page.getByLabel(/Budget in/).fill('120.00')
  await page.getByText('$114.00').waitFor()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Publish the job to receive applications.').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Open', { exact: true }).waitFor()
}

async function payOut(page: Page): Promise<void> {
  await page.goto('/money')
  await page.getByText('$104.50').first().waitFor()
  await page.getByRole('button', { name: 'Set up payouts' }).click()
  await page.waitForURL(/sandbox/)
  await page.getByRole('button', { name: 'Use this account' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/money')
  await page.getByRole('button', { name: 'Pay out', exact: true }).click()
  await page.getByRole('button', { name: 'Pay out $104.50' }).click()
  await page
    .getByText(/^(Requested|Sending|In transit|Paid)$/)
    .first()
    .waitFor()
}

/** Recommends the provider on its profile, and withdraws it again. */
async function recommend(page: Page): Promise<void> {
  const text = 'Found the words that I could not.'
  const offer = page.getByRole('button', { name: 'Recommend Pavel Provider' })
  await offer.click()
  await page.getByLabel('Your recommendation').fill(text)
  await page.getByRole('button', { name: 'Recommend', exact: true }).click()
  await page.getByText(text).waitFor()
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true })
  await withdraw.waitFor()
  expect(await offer.count()).toBe(0)
  await withdraw.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw recommendation' }).click()
  await page.getByText(text).waitFor({ state: 'hidden' })
  await offer.waitFor()
}
