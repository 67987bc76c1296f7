import type { Page } from 'playwright-core'
import { marketplaceExtension } from 'souk-contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { createOperator } from './operator-fixture.ts'
import { chromiumPath, operatorToken, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, createPerson, signIn, type TestPerson } from './test-people.ts'

/** Folder for screenshots; set by `npm run screens`. */
const screenshotDir = process.env['SCREENS']

describe.skipIf(chromiumPath === undefined)('the money desk of an operator', () => {
  let app: TestApp
  let page: Page
  let owner: Page
  let dora: TestPerson
  let chargebackRef: string
  beforeAll(async () => {
    app = await startTestApp()
    dora = await createPerson(app, 'Dora Debtor', ['Dora'])
    chargebackRef = await createDebt(app, dora)
    page = await app.visit({ width: 1440 })
    owner = await app.visit({ width: 390, height: 844 })
    await signIn(page, await createOperator(app, page, 'Olive Operator', 'admin'))
    await signIn(owner, dora)
  })
  afterAll(() => app.stop())

  it('writes off a part of a debt, and reverses the write-off', async () => {
    await page.goto('/operator/ledger')
    const debt = (amount: string) => page.getByRole('row', { name: /@dora/ }).getByText(amount)
    await debt('$30.00').waitFor()
    await page.getByRole('button', { name: 'Write off' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Amount in USD').fill('31')
    await dialog.getByLabel('Reason').fill('Goodwill.')
    await dialog.getByRole('button', { name: 'Write off $31.00' }).click()
    await dialog.getByText('$30.00').waitFor()
    await dialog.getByLabel('Amount in USD').fill('12')
    await dialog.getByRole('button', { name: 'Write off $12.00' }).click()
    await debt('$18.00').waitFor()
    await page.getByRole('button', { name: 'Reverse' }).click()
    await dialog.getByLabel('Reason').fill('Wrong agent.')
    await dialog.getByRole('button', { name: 'Reverse $12.00' }).click()
    await debt('$30.00').waitFor()
    await page.getByText('Correction', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Reverse' }).waitFor({ state: 'detached' })
  })

  it('agrees on a payment plan, which the owner sees', async () => {
    await page.goto('/operator/ledger')
    await page.getByRole('button', { name: 'Payment plan' }).click()
    await page.getByLabel('Number of installments').fill('3')
    await page.getByLabel('Reason').fill('Agreed by email.')
    await shoot(page, 'operator-debt-plan')
    await page.getByRole('button', { name: 'Create plan with 3 installments' }).click()
    await page.getByText('0 / 3').waitFor()
    await check(page, 'operator-debts')
    await owner.goto('/money')
    await owner.getByRole('heading', { name: 'Payment plan' }).waitFor()
    expect(await owner.getByText('$10.00').count()).toBeGreaterThanOrEqual(3)
    await check(owner, 'debt-plan')
  })

  it('writes evidence against a chargeback and sends it, and the bank accepts', async () => {
    await page.goto('/operator/chargebacks')
    await page.getByRole('link', { name: '$50.00' }).waitFor()
    await check(page, 'operator-chargebacks')
    await page.getByRole('link', { name: '$50.00' }).click()
    await page.getByLabel('Why the payment was legitimate').fill('The owner hired with it.')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.getByText('Draft', { exact: true }).waitFor()
    await check(page, 'operator-chargeback')
    await page.getByRole('button', { name: 'Send to the processor' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send to the processor' }).click()
    await until(async () => (await evidenceState()) === 'accepted')
    await page.reload()
    await page.getByText('Accepted by the bank').waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await check(page, 'operator-chargeback-phone')
  })

  it('aligns the dialog of a table cell to the start on narrow screens, where cells are aligned to the end', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/operator/operators')
    await page.getByRole('button', { name: 'Change role' }).first().click()
    const label = page.getByRole('dialog').getByText('Role', { exact: true })
    expect(await label.evaluate((element) => getComputedStyle(element).textAlign)).toBe('start')
  })

  async function evidenceState() {
    const { call } = app.server()
    return (await call('getChargeback', { chargebackRef }, { as: operatorToken })).data.chargeback
      .evidenceState
  }
})

/** Spends a top-up before its cardholder disputes it. Returns the chargeback. */
async function createDebt(app: TestApp, { token, ...person }: TestPerson): Promise<string> {
  const { call } = app.server()
  const as = { as: token, agent: agentOf({ token, ...person }).id }
  const pavel = await createPerson(app, 'Pavel Provider', ['Pavel'])
  const { session } = (await call('startTopUp', { amount: 5000, currency: 'USD' }, as)).data
  await fetch(`${session.url}/complete`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ card: '4000000000000259' }),
  })
  await until(async () => (await call('getBalance', {}, as)).data.balance.available === 5000)
  const message = {
    role: 'user',
    parts: [{ text: 'Translate the lease.' }],
    metadata: { [marketplaceExtension]: { terms: { price: { amount: 3000, currency: 'USD' } } } },
  }
  const configuration = { returnImmediately: true }
  await call('sendMessage', { name: agentOf(pavel).name, message, configuration }, as)
  const open = async () =>
    (await call('listChargebacks', { state: 'open' }, { as: operatorToken })).data.items[0]?.ref
  await until(async () => (await open()) !== undefined)
  return (await open()) ?? ''
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await isTrue())) {
    if (Date.now() > deadline) throw new Error('The state was not reached.')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function check(page: Page, name: string): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  expect(await page.locator('[role=alert]').allTextContents()).toEqual([])
  expect(await seriousViolations(page)).toEqual([])
  await shoot(page, name)
}

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotDir !== undefined)
    await page.screenshot({ path: `${screenshotDir}/${name}.png`, fullPage: true })
}
