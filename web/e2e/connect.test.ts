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
  }, 120_000)
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
    await page.getByRole('button', { name: 'Test from here' }).click()
    await page.getByText('Connected', { exact: true }).waitFor({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('row', { name: /Buyer.*Spend money/ }).waitFor()
  }, 60_000)

  it('limits what software spends in a day, and says so in words', async () => {
    await page.getByLabel('Per day').fill('400')
    await page.getByText('Spending above $400.00 per day needs your approval.').waitFor()
    await page.getByRole('button', { name: 'Save limits' }).click()
    await page.getByText('Changes saved').waitFor()
    await page.reload()
    await page.getByText('Spending above $400.00 per day needs your approval.').waitFor()
  })
})
