import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, join, openStage, type Somebody, type Stage } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('people who act as an agent', () => {
  let stage: Stage
  let owner: Page
  let helper: Page
  let owned: Somebody
  beforeAll(async () => {
    stage = await openStage()
    ;[owner, helper] = [await stage.visit(), await stage.visit()]
    owned = await join(owner, 'Olga Owner')
    await join(helper, 'Hugo Helper')
  }, 120_000)
  afterAll(() => stage.stop())

  it('are linked with a code, listed, and removed by the owner', async () => {
    await owner.goto('/settings/people')
    await owner.getByRole('button', { name: 'Create link code' }).click()
    const code = await owner.locator('code').innerText()
    expect(code).toMatch(/^\w{4}-\w{4}-\w{4}$/)
    await helper.goto('/settings/agents')
    await helper.getByLabel('Link code').fill(code)
    await helper.getByRole('button', { name: 'Link', exact: true }).click()
    await helper.getByText(`You can act as @${owned.name} now.`).waitFor()
    const row = owner.getByRole('row').filter({ hasText: 'Hugo Helper' })
    await row.getByText('Link').waitFor()
    await row.getByRole('button', { name: 'Remove' }).click()
    await owner.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
    await row.waitFor({ state: 'detached' })
    await helper.goto('/settings/agents')
    await helper.getByText('Hugo Helper').first().waitFor()
    expect(await helper.getByText('Olga Owner').count()).toBe(0)
  }, 60_000)
})
