import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('link codes', () => {
  let app: TestApp
  let owner: Page
  let helper: Page
  beforeAll(async () => {
    app = await startTestApp()
    ;[owner, helper] = [await app.visit(), await app.visit()]
    await signUp(owner, 'Olga Owner')
    await signUp(helper, 'Hugo Helper')
  })
  afterAll(() => app.stop())

  it('link a person to an agent until the owner removes them', async () => {
    await owner.goto('/settings/people')
    await owner.getByRole('button', { name: 'Create link code' }).click()
    const code = await owner.locator('code').innerText()
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    await helper.goto('/settings/agents')
    await helper.getByLabel('Link code').fill(code)
    await helper.getByRole('button', { name: 'Link agent' }).click()
    await helper.getByText('You can now act as Olga Owner').waitFor()
    const row = owner.getByRole('row').filter({ hasText: 'Hugo Helper' })
    await row.getByText('Linked person').waitFor()
    await row.getByRole('button', { name: 'Remove' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove person' }).click()
    await row.waitFor({ state: 'detached' })
    await helper.goto('/settings/agents')
    await helper.getByText('Hugo Helper').first().waitFor()
    expect(await helper.getByText('Olga Owner').count()).toBe(0)
  })
})
