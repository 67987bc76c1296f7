import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { createOperator, createOperatorFixture } from './operator-fixture.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { signIn, type TestPerson } from './test-people.ts'

/** Folder for screenshots; set by `npm run screens`. */
const screenshotDir = process.env['SCREENS']

describe.skipIf(chromiumPath === undefined)('invoices', () => {
  let app: TestApp
  let pavel: TestPerson
  beforeAll(async () => {
    app = await startTestApp()
    ;({ pavel } = await createOperatorFixture(app))
    await issueLastMonth(app)
  })
  afterAll(() => app.stop())

  it('are listed and printable for their owner, and for operators', async () => {
    const owner = await app.visit({ width: 390, height: 844, dark: true })
    await signIn(owner, pavel)
    await owner.goto('/money')
    await owner.getByRole('link', { name: 'Fee invoices' }).click()
    await check(owner, 'invoices-phone')
    await owner.getByRole('link', { name: 'INV-000001' }).click()
    await owner.getByText('Acme GmbH').waitFor()
    await owner.getByRole('button', { name: 'Print' }).waitFor()
    await check(owner, 'invoice-phone')

    const desk = await app.visit({ width: 1440 })
    await signIn(desk, await createOperator(app, desk, 'Fay Finance', 'finance'))
    await desk.goto('/operator/invoices')
    await desk.getByRole('link', { name: 'INV-000001' }).waitFor()
    await check(desk, 'operator-invoices-desk')
    await desk.getByRole('link', { name: 'INV-000001' }).click()
    await desk.getByText('Acme GmbH').waitFor()
    await check(desk, 'operator-invoice-desk')
  })
})

async function check(page: Page, name: string): Promise<void> {
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  if (screenshotDir !== undefined) await page.screenshot({ path: `${screenshotDir}/${name}.png` })
  expect(await seriousViolations(page)).toEqual([])
}

/** An invoice for the fee of the accepted task, as the worker issues it when the month is over. */
async function issueLastMonth({ query }: TestApp): Promise<void> {
  await query(`
    insert into invoice_series (book, kind, last_number)
    select distinct book, 'invoice', 1 from ledger_accounts where kind = 'revenue'`)
  const seller = { legalName: 'Acme GmbH', address: 'Main Street 1\nBerlin', taxId: 'DE1' }
  await query(
    `with fee as (
      select t.posting_id, t.leg, t.amount, t.created_at, a.book, a.currency, k.id as task_id, k.provider_id,
        k.fee_bps, u.id as owner_id, u.display_name
      from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id and a.kind = 'revenue'
      join ledger_postings p on p.id = t.posting_id join tasks k on k.id = p.ref
      join agents g on g.id = k.provider_id join users u on u.id = g.owner_id limit 1),
    issued as (
      insert into invoices (id, book, kind, number, label, month, owner_id, owner_name, currency, amount, line_count,
        seller, issued_at)
      select 'fiv_01kd3v9m2hf3v8q6w1x5r7t0yz', book, 'invoice', 1, 'INV-000001', '2026-10', owner_id, display_name,
        currency, amount, 1, $1, now() from fee)
    insert into invoice_lines (posting_id, leg, invoice_id, task_id, agent_id, base, fee_bps, amount, charged_at)
    select posting_id, leg, 'fiv_01kd3v9m2hf3v8q6w1x5r7t0yz', task_id, provider_id, amount * 20, fee_bps, amount,
      created_at from fee`,
    [JSON.stringify(seller)],
  )
}
