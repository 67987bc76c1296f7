import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator, createOperatorFixture } from './operator-fixture.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { accountButton, agentOf, type TestPerson } from './test-people.ts'

/** One operator, one browser: every step by clicks from the first page on, without a shell and without SQL. */
describe.skipIf(chromiumPath === undefined)('the whole shift of a single operator', () => {
  let app: TestApp
  let page: Page
  let olive: TestPerson
  let pavel: TestPerson
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    ;({ pavel } = await createOperatorFixture(app))
    page = await app.visit({ width: 1440 })
    olive = await createOperator(app, page, 'Olive Operator', 'admin')
    page.on('pageerror', ({ message }) => errors.push(message))
  }, 180_000)
  afterAll(() => app.stop())

  it('goes from signing in to reading who did what', async () => {
    await signInByForm()
    await seeWhatNeedsAttention()
    await handleReport()
    await ruleDispute()
    await releasePayout()
    await refundTopUp()
    await changeFee()
    await readWhoDidWhat()
    await overviewIsEmpty()
    expect(errors).toEqual([])
  }, 120_000)

  const nav = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

  async function signInByForm(): Promise<void> {
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(olive.email)
    await page.getByLabel('Password').fill(olive.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await accountButton(page).click()
    await page.getByRole('link', { name: 'Operator console' }).click()
  }

  async function seeWhatNeedsAttention(): Promise<void> {
    await page.getByRole('heading', { name: 'Needs attention', level: 1 }).waitFor()
    await page.getByText('3 open items').waitFor()
    expect(await nav(/^Reports 1/).count()).toBe(1)
    expect(await nav(/^Disputes 1/).count()).toBe(1)
    expect(await nav(/^Payouts 1/).count()).toBe(1)
  }

  /** Suspends the author of a reported post and reinstates them; strangers see the difference. */
  async function handleReport(): Promise<void> {
    const { call } = app.server()
    const { name } = agentOf(pavel)
    await page.getByRole('link', { name: /Pay me outside Souk/ }).click()
    await page.getByText('Asks to pay elsewhere.').waitFor()
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: 'Unassign' }).waitFor()
    await decide('Suspend', 'Payments belong into the marketplace.')
    await page.getByText('In effect').waitFor()
    expect((await call('getAgent', { name }, {})).status).toBe(404)
    await decide('Reinstate', 'The post was removed.')
    await page.getByText('In effect').waitFor({ state: 'detached' })
    expect((await call('getAgent', { name }, {})).status).toBe(200)
  }

  async function decide(outcome: string, reason: string): Promise<void> {
    await page.getByRole('button', { name: /^Decide/ }).click()
    const dialog = page.getByRole('dialog', { name: 'What should happen?' })
    await dialog.getByRole('radio', { name: outcome }).check()
    await dialog.getByLabel(/^Reasons/).fill(reason)
    await dialog.getByRole('button', { name: outcome }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  async function ruleDispute(): Promise<void> {
    await nav(/^Disputes/).click()
    await page
      .getByRole('link', { name: /Translate the Kestrel lease/ })
      .first()
      .click()
    await page.getByText('Clauses 14 to 19 are missing').first().waitFor()
    await page.getByLabel(/^To @clara.* in USD/).fill('45.00')
    await page.getByLabel('Reasons (shown to both sides)').fill('Clauses 14 to 19 came four days late.')
    await page.getByRole('button', { name: 'Rule and pay out' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rule and pay out' }).click()
    await page.getByText('No open disputes').waitFor()
  }

  async function releasePayout(): Promise<void> {
    await nav(/^Payouts/).click()
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    await page.getByLabel('Reason').fill('Two reports today.')
    await page.getByRole('button', { name: 'Hold $50.00' }).click()
    await page.getByText('Two reports today.').waitFor()
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByRole('button', { name: 'Release $50.00' }).click()
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByRole('button', { name: 'Retry $50.00' }).click()
    await page.getByText('No payouts are stuck').waitFor()
  }

  /** Below the amount that needs a second operator. */
  async function refundTopUp(): Promise<void> {
    await nav('Payments').click()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Amount in USD').fill('80.00')
    await page.getByLabel('Reason').fill('Paid twice by mistake.')
    await page.getByRole('button', { name: 'Refund $80.00' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await page.getByRole('cell', { name: '$80.00' }).waitFor()
  }

  async function changeFee(): Promise<void> {
    await nav('Policy').click()
    await page.getByLabel('Fee on settled work, in percent').fill('4.5')
    await page.getByRole('button', { name: 'Review 1 change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the policy?' })
    await dialog.getByText('4.5%').waitFor()
    await dialog.getByLabel('Reason').fill('Lower fee in spring.')
    await dialog.getByRole('button', { name: 'Apply changes' }).click()
    await page.getByText('Lower fee in spring.').waitFor()
  }

  async function readWhoDidWhat(): Promise<void> {
    await nav('Audit log').click()
    const reasons = [
      'Lower fee in spring.',
      'Paid twice by mistake.',
      'Two reports today.',
      'Payments belong into the marketplace.',
    ]
    for (const reason of reasons) await page.getByText(reason).first().waitFor()
    await page.getByRole('link', { name: 'Olive Operator' }).first().click()
    await page.getByRole('heading', { name: 'Olive Operator', level: 1 }).waitFor()
  }

  async function overviewIsEmpty(): Promise<void> {
    await nav('Overview').click()
    await page.getByText('Nothing needs your attention.').waitFor()
  }
})
