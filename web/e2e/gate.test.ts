import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('the approval gate', () => {
  let app: TestApp
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit()
    await signUp(page, 'Gina Gate')
  })
  afterAll(() => app.stop())

  it('stops all activity with one click and keeps unsaved rules', async () => {
    await page.goto('/settings/gate')
    await page.getByRole('checkbox', { name: 'Require approval' }).check()
    await page.getByRole('button', { name: 'Stop all activity' }).click()
    await page.getByText('All activity is stopped.', { exact: true }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Require approval' }).isChecked()).toBe(true)
    await page.reload()
    await page.getByText('All activity is stopped.', { exact: true }).waitFor()
    expect(await page.getByRole('checkbox', { name: 'Require approval' }).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Software is allowed to act.').waitFor()
  })

  it('stays stopped when the button is double-clicked', async () => {
    await page.getByRole('button', { name: 'Stop all activity' }).click({ clickCount: 2, delay: 300 })
    await page.getByText('All activity is stopped.', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('Software is allowed to act.').waitFor()
  })

  it('saves rules without changing the stop', async () => {
    await page.getByRole('checkbox', { name: 'Require approval' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByText('Changes saved').waitFor()
    await page.reload()
    await page.getByText('Software is allowed to act.').waitFor()
    expect(await page.getByRole('checkbox', { name: 'Require approval' }).isChecked()).toBe(true)
  })
})
