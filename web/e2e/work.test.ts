import { readFile } from 'node:fs/promises'
import { marketplaceExtension } from 'souk-contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, type TestApp } from './test-app.ts'
import { agentOf, signIn, topUp, type TestPerson } from './test-people.ts'
import { startTwoPeople } from './two-people.ts'

/** The default of a poll is one second, which a busy machine exceeds. */
const patiently = { timeout: 30_000 }

describe.skipIf(chromiumPath === undefined)('my work and approvals', () => {
  let app: TestApp
  let clara: TestPerson
  let pavel: TestPerson
  let desk: Page
  let errors: string[]
  beforeAll(async () => {
    ;({ app, clara, pavel, desk, errors } = await startTwoPeople())
    await topUp(app, clara, agentOf(clara), 50_000)
    await deliver('Second letter', 2000)
    await deliver('First letter', 1000)
  })
  afterAll(() => app.stop())

  const as = ({ token, agents }: TestPerson) => ({ as: token, agent: agents[0]?.id ?? '' })

  const hireInput = (text: string, amount: number) => ({
    name: agentOf(pavel).name,
    message: {
      role: 'user' as const,
      parts: [{ text }],
      metadata: { [marketplaceExtension]: { terms: { price: { amount, currency: 'USD' } } } },
    },
    configuration: { returnImmediately: true },
  })

  /** Clara hires Pavel, who delivers immediately. */
  async function deliver(text: string, amount: number): Promise<void> {
    const { call } = app.server()
    const { task } = (await call('sendMessage', hireInput(text, amount), as(clara))).data
    const artifacts = [{ name: 'letter.txt', parts: [{ text: 'Dear Sir' }] }]
    const delivery = { name: agentOf(pavel).name, taskId: task?.id ?? '', artifacts }
    await call('deliverTask', delivery, as(pavel))
  }

  const titles = () =>
    desk
      .getByRole('row')
      .filter({ has: desk.getByRole('checkbox', { name: /letter/ }) })
      .getByRole('link')
      .first()

  it('names the other party and its next step on the board', async () => {
    await desk.goto('/my-work')
    const column = desk.getByRole('region', { name: 'Needs your attention' })
    await column.getByText('Pavel', { exact: true }).first().waitFor()
    expect(await column.getByRole('link', { name: 'Review delivery' }).count()).toBe(2)
    expect(await desk.getByRole('link', { name: 'Hiring 2' }).count()).toBe(1)
  })

  it('sorts the table, and keeps the order in the URL', async () => {
    await desk.getByRole('button', { name: 'Table' }).click()
    await desk.getByRole('button', { name: 'Amount' }).click()
    await desk.waitForURL('**/my-work?view=table&sort=amount')
    expect(await titles().innerText()).toBe('First letter')
    await desk.getByRole('button', { name: 'Amount' }).click()
    await desk.waitForURL('**/my-work?view=table&sort=amount&order=desc')
    expect(await titles().innerText()).toBe('Second letter')
    await desk.reload()
    await desk.getByRole('columnheader', { name: 'Amount' }).waitFor()
    expect(await desk.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe(
      'descending',
    )
  })

  it('selects with J and X, lists the keys, and accepts the selection after one question', async () => {
    await titles().waitFor()
    for (const key of ['j', 'x', 'j', 'x']) await desk.keyboard.press(key)
    await desk.getByText('2 selected').waitFor()
    await desk.keyboard.press('?')
    await desk.getByRole('dialog').getByText('Select item').waitFor()
    await desk.keyboard.press('Escape')
    await desk.getByRole('button', { name: 'Accept 2 deliveries' }).click()
    // The list shows the first acceptance before the second one is sent.
    let isFirst = true
    let send: (() => void) | undefined
    await desk.route(/:accept|\/accept/, async (route) => {
      if (isFirst) isFirst = false
      else await new Promise<void>((resolve) => (send = resolve))
      await route.continue()
    })
    await desk.getByRole('button', { name: 'Accept and pay $30.00' }).click()
    await desk.getByRole('button', { name: 'Closed 1' }).waitFor()
    await expect.poll(() => send !== undefined).toBe(true)
    send?.()
    await desk.getByText('2 deliveries accepted').waitFor()
    await desk.getByRole('button', { name: 'Closed 2' }).waitFor()
    await expect.poll(() => desk.getByRole('link', { name: 'Leave a review' }).count()).toBe(2)
  })

  it('archives with E for one side only, undoes it, and shows the archive', async () => {
    await desk.getByRole('checkbox', { name: 'Select First letter' }).click()
    await desk.keyboard.press('e')
    await desk.getByText('1 task archived').waitFor()
    await desk.getByRole('button', { name: 'Closed 1' }).waitFor()
    await desk.getByRole('button', { name: 'Undo' }).click()
    await desk.getByRole('button', { name: 'Closed 2' }).waitFor()
    await desk.getByRole('checkbox', { name: 'Select all tasks' }).click()
    await desk.getByRole('button', { name: 'Archive 2 tasks' }).click()
    await desk.getByRole('heading', { name: 'No results' }).waitFor()
    await desk.getByRole('button', { name: 'Archived' }).click()
    await desk.waitForURL('**archived=1**')
    await desk.reload()
    await desk.getByRole('button', { name: 'Closed 2' }).waitFor()
    const archived = await app.query(`select agent_id from archived_tasks`)
    expect(new Set(archived.map(({ agent_id: id }) => id))).toEqual(new Set([agentOf(clara).id]))
    await desk.getByRole('button', { name: 'Restore First letter' }).click()
    await desk.getByRole('button', { name: 'Closed 1' }).waitFor()
  })

  it('archives from the page of a task, and undoes it', async () => {
    await desk.goto('/my-work?view=table')
    await desk.getByRole('link', { name: 'First letter' }).click()
    await desk.getByText('This task has ended').waitFor()
    const breadcrumb = desk.getByRole('navigation', { name: 'Breadcrumb' })
    await breadcrumb.getByText('First letter').waitFor()
    await desk.getByRole('button', { name: 'More actions' }).click()
    await desk.getByRole('button', { name: 'Archive task' }).click()
    const badge = desk.getByText('Archived', { exact: true })
    await badge.waitFor()
    expect(await desk.getByRole('button', { name: 'Archive task' }).count()).toBe(0)
    await desk.getByRole('button', { name: 'Undo' }).click()
    await badge.waitFor({ state: 'detached' })
    await desk.keyboard.press('e')
    await badge.waitFor()
    // The badge is optimistic; only the toast says that the server has stored the change.
    await desk.getByRole('button', { name: 'Undo' }).waitFor()
    await desk.reload()
    await badge.waitFor()
    await desk.getByRole('button', { name: 'More actions' }).click()
    await desk.getByRole('button', { name: 'Restore task' }).click()
    await badge.waitFor({ state: 'detached' })
  })

  it('shows an archive that the server refuses as not archived', async () => {
    await desk.route('**/api/archived-tasks/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await desk.keyboard.press('e')
    await desk.getByRole('status').getByText('Can’t reach the server').waitFor({ timeout: 30_000 })
    expect(await desk.getByText('Archived', { exact: true }).count()).toBe(0)
    await desk.unroute('**/api/archived-tasks/*')
  })

  it('shows a request of software as what will happen, and runs it when approved', async () => {
    const { call } = app.server()
    const agentId = agentOf(clara).id
    const rules = { award: { effect: 'requireApproval' as const, above: { amount: 500, currency: 'USD' } } }
    const gate = (await call('getApprovalGate', { agentId }, as(clara))).data.gate
    await call('updateApprovalGate', { agentId, version: gate.version, mode: 'enforce', rules }, as(clara))
    const { secret } = (await call('createKey', { agentId, label: 'Buyer' }, as(clara))).data
    const asked = await fetch(`${app.origin}/api/a2a/v1/agents/${agentOf(pavel).name}/message:send`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'a2a-version': '1.0',
        'content-type': 'application/json',
      },
      body: JSON.stringify(hireInput('A menu in three languages', 4800)),
    })
    expect(asked.status).toBe(403)

    await desk.goto('/approvals')
    const request = desk.getByRole('listitem').filter({ hasText: 'Hire Pavel for $48.00' })
    await request.getByText('A menu in three languages', { exact: true }).waitFor()
    await request.getByText('Your rules require approval above $5.00. Approving allows it once.').waitFor()
    await request.getByText('$422.00').waitFor()
    await request.getByRole('button', { name: 'Approve $48.00' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: 'Approve $48.00' }).click()
    await desk.getByRole('heading', { name: 'No pending approvals' }).waitFor()
    await desk.goto('/my-work')
    await desk
      .getByRole('region', { name: 'Waiting for others' })
      .getByText('A menu in three languages')
      .waitFor()
    expect(errors).toEqual([])
  })

  it('marks the notifications of a task as read with one request, even if it is refused', async () => {
    await deliver('Third letter', 300)
    let requests = 0
    await desk.route('**/api/notifications/read', (route) => {
      requests += 1
      return route.fulfill({ status: 403, json: { success: false, error: 'Not now.', code: 'forbidden' } })
    })
    await desk.goto('/my-work?view=table')
    await desk.getByRole('link', { name: 'Third letter' }).click()
    await expect.poll(() => requests, patiently).toBeGreaterThan(0)
    await desk.getByRole('heading', { name: 'Third letter' }).waitFor()
    await desk.goBack()
    await desk.getByRole('link', { name: 'Third letter' }).waitFor()
    expect(requests).toBe(1)
    await desk.unroute('**/api/notifications/read')
  })

  it('exports every transaction, including those beyond one page of the API', async () => {
    const { call } = app.server()
    // A page that follows each of the changes would take most of the time.
    await desk.goto('about:blank')
    const hireAndCancel = async (_: unknown, times: number) => {
      const { task } = (await call('sendMessage', hireInput(`Letter ${times}`, 100), as(clara))).data
      await call('cancelTask', { name: agentOf(pavel).name, taskId: task?.id ?? '' }, as(clara))
    }
    for (let batch = 0; batch < 10; batch++) await Promise.all(Array.from({ length: 11 }, hireAndCancel))
    await desk.goto('/money')
    const [download] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const [, ...lines] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n')
    // Two balances change with each hire, and with each cancellation.
    expect(lines.length).toBeGreaterThan(120)
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.filter((line) => line.startsWith('id,'))).toEqual([])
  })

  it('moves through more than a hundred transactions with J, and opens one', async () => {
    const rows = desk.getByRole('list', { name: 'Transactions' }).locator('> li')
    while ((await rows.count()) < 101) {
      const before = await rows.count()
      await desk.getByRole('button', { name: 'Show more' }).click()
      await expect.poll(() => rows.count()).toBeGreaterThan(before)
    }
    await desk.evaluate(() => scrollTo(0, 0))
    for (let times = 0; times < 101; times++) await desk.keyboard.press('j')
    expect(await rows.nth(100).evaluate((row) => row.contains(document.activeElement))).toBe(true)
    await expect.poll(() => isOnScreen(desk)).toBe(true)
    await desk.keyboard.press('Enter')
    await rows.nth(100).getByRole('heading', { name: 'Ledger entries' }).waitFor()
  })

  it('keeps a part of a long table in the document, and the focus on its row', async () => {
    await desk.goto('/my-work?view=table')
    const boxes = desk.getByRole('checkbox', { name: /^Select Letter/ })
    await boxes.first().waitFor()
    // The second page of the API follows without asking.
    await expect
      .poll(async () => Number(await desk.getByRole('table').getAttribute('aria-rowcount')), patiently)
      .toBeGreaterThan(110)
    expect(await boxes.count()).toBeLessThan(90)
    const place = () => desk.evaluate(() => document.activeElement?.closest('tr')?.ariaRowIndex ?? undefined)
    while ((await place()) === undefined) await desk.keyboard.press('j')
    const first = Number(await place())
    // All in one task: the page renders no row in between.
    await desk.evaluate(() => {
      const press = () => new KeyboardEvent('keydown', { key: 'j', bubbles: true })
      for (let times = 0; times < 80; times++) document.activeElement?.dispatchEvent(press())
    })
    const reached = String(first + 80)
    await expect.poll(place).toBe(reached)
    await expect.poll(() => isOnScreen(desk)).toBe(true)
    await desk.keyboard.press('x')
    await desk.evaluate(() => scrollTo(0, 0))
    await expect.poll(place).toBe(reached)
    await desk.getByText('1 selected').waitFor()
    await desk.keyboard.press('k')
    await expect.poll(async () => Number(await place())).toBe(Number(reached) - 1)
    expect(errors).toEqual([])
  })

  it('shows the same rows of a long table after going back, and starts J at the first of them', async () => {
    const phone = await app.visit({ width: 390, height: 800 })
    await signIn(phone, clara)
    await phone.goto('/my-work?view=table')
    await expect
      .poll(async () => Number(await phone.getByRole('table').getAttribute('aria-rowcount')), patiently)
      .toBeGreaterThan(110)
    await phone.evaluate(() => scrollTo(0, 3000))
    const firstRow = () =>
      phone.evaluate(() => {
        const row = [...document.querySelectorAll('tr[data-item]')].find(
          (item) => item.getBoundingClientRect().top >= 63,
        )
        return {
          item: row?.getAttribute('data-item'),
          top: Math.round(row?.getBoundingClientRect().top ?? 0),
        }
      })
    // Rows are measured after a scroll, which may move them.
    let [before, unchanged] = [await firstRow(), 0]
    await expect
      .poll(async () => {
        const last = before
        before = await firstRow()
        unchanged = before.item === last.item && before.top === last.top ? unchanged + 1 : 0
        return unchanged
      }, patiently)
      .toBeGreaterThan(5)
    // A click would scroll the row from under a bar.
    await phone.locator(`tr[data-item="${before.item}"] a`).first().dispatchEvent('click')
    await phone.waitForURL('**/tasks/**')
    await phone.getByRole('table').waitFor({ state: 'detached' })
    await phone.goBack()
    await expect.poll(firstRow, patiently).toEqual(before)
    await phone.keyboard.press('j')
    const focused = () => document.activeElement?.closest('tr')?.getAttribute('data-item')
    expect(await phone.evaluate(focused)).toBe((await firstRow()).item)
    await phone.context().close()
  })

  it('moves to the first invalid field of a long form', async () => {
    await desk.goto('/listings/new')
    await desk.getByLabel('Title').fill('A poster')
    await desk.getByRole('button', { name: 'Save draft' }).click()
    const description = desk.getByLabel('Description')
    expect(await description.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await description.evaluate((field) => field.getBoundingClientRect().top > 0)).toBe(true)
  })

  // Last, because it spends the whole balance.
  it('adds the missing amount and awards once it has arrived', async () => {
    const { call } = app.server()
    const created = await call(
      'createListing',
      { title: 'Index a book', description: 'Two hundred pages.' },
      as(clara),
    )
    const listingId = created.data.listing.id
    const price = { amount: 100_000, currency: 'USD' }
    await call('applyToListing', { listingId, text: 'I index books.', price }, as(pavel))
    await desk.goto('/my-work')
    await desk.getByRole('link', { name: 'Review application' }).click()
    await desk.getByRole('button', { name: 'Award', exact: true }).click()
    const dialog = desk.getByRole('dialog')
    const pay = dialog.getByRole('button', { name: /^Add \$.* and award$/ })
    const refusal = { success: false, error: 'No payments today.', code: 'conflict', requestId: 'req_1' }
    const sessions = '**/api/payments/topup-session'
    await desk.route(sessions, (route) => route.fulfill({ status: 409, json: refusal }), { times: 1 })
    await pay.click()
    await dialog.getByText('No payments today.').waitFor()
    const opened = desk.context().waitForEvent('page', (page) => !page.isClosed())
    await pay.click({ timeout: 10_000 })
    const checkout = await opened
    await dialog.getByText('Pay in the other tab').waitFor()
    await checkout.getByRole('button', { name: /^Pay/ }).click()
    // The payment tab closes, or shows the page that waits for the money.
    const back = Promise.any([checkout.waitForEvent('close'), checkout.waitForURL('**/tasks/**')])
    await checkout.getByRole('link', { name: 'Continue' }).click()
    await back
    await desk.getByRole('list', { name: 'Activity' }).getByText('$1,000.00 held').waitFor()
    expect(await desk.getByRole('dialog').count()).toBe(0)
  })
})

/** Whether the focused element is inside the window, up to a fraction of a pixel. */
function isOnScreen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const box = document.activeElement?.getBoundingClientRect()
    return box !== undefined && box.top >= -1 && box.bottom <= innerHeight + 1
  })
}
