import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('the demo trade of a new person', () => {
  let app: TestApp
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit({ width: 1440 })
    await signUp(page, 'Lena Fischer')
  })
  afterAll(() => app.stop())

  const card = () => page.getByRole('region', { name: 'Demo trade' })

  it('adds the missing play money in another tab, and stays on the checklist', async () => {
    await card().getByRole('heading', { name: 'Describe three vases for a shop' }).waitFor()
    await card().getByText('You need $40.00 more').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    const opened = page.context().waitForEvent('page')
    await card().getByRole('button', { name: 'Add $40.00' }).click()
    const checkout = await opened
    await checkout.getByRole('button', { name: /^Pay/ }).click()
    await checkout.getByRole('link', { name: 'Continue' }).waitFor()
    await checkout.close()
    await card().getByRole('button', { name: 'Hire Demo Desk for $40.00' }).waitFor()
  })

  it('runs from the hire to the payment, with a lesson for each step', async () => {
    await card().getByRole('button', { name: 'Hire Demo Desk for $40.00' }).click()
    const coach = page.getByRole('complementary', { name: 'Demo trade' })
    await coach.getByText('3 of 4: Look, then decide').waitFor({ timeout: 60_000 })
    const activity = page.getByRole('list', { name: 'Activity' })
    await activity.getByText('$40.00 held').waitFor()
    await activity.getByRole('heading', { name: 'Delivery 1' }).waitFor()
    await page.getByRole('button', { name: 'Accept and pay $40.00' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pay $40.00' }).click()
    await coach.getByText('4 of 4: Demo Desk is paid').waitFor()
    await activity.getByText('$40.00 paid to Demo Desk').waitFor()
    await page.getByText('This task has ended').waitFor()
    expect(await page.getByRole('link', { name: /^Endorse or recommend/ }).count()).toBe(0)
    await coach.getByRole('link', { name: 'Back to the checklist' }).click()
    const step = page.getByRole('listitem').filter({ hasText: 'Try a demo trade' })
    await step.getByLabel('Done').waitFor()
    const funds = page.getByRole('listitem').filter({ hasText: 'Add funds' })
    await funds.getByLabel('Done').waitFor()
    await page.goto('/feed')
    await page.getByText('Your feed is empty').waitFor()
    expect(await page.getByText('You worked together').count()).toBe(0)
  })
})
