import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { createOperator, createOperatorFixture } from './operator-fixture.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { seed } from '../../server/test/fixtures/seeds.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { accountButton, agentOf, signIn, type TestPerson } from './test-people.ts'

/** Folder for screenshots; set by `npm run screens`. */
const screenshotDir = process.env['SCREENS']

/** One market for all: the tests follow the shift of an admin, who works by clicks from the first page on, without a shell. */
describe.skipIf(chromiumPath === undefined)('the operator console', () => {
  let app: TestApp
  let page: Page
  let auditor: Page
  let olive: TestPerson
  let clara: TestPerson
  let pavel: TestPerson
  let disputed: string
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    ;({ clara, pavel, disputed } = await createOperatorFixture(app))
    page = await app.visit({ width: 1440 })
    auditor = await app.visit({ width: 390, height: 844, dark: true })
    olive = await createOperator(app, page, 'Olive Operator', 'admin')
    await signIn(auditor, await createOperator(app, auditor, 'Arno Auditor', 'auditor'))
    for (const one of [page, auditor]) one.on('pageerror', ({ message }) => errors.push(message))
  })
  afterAll(() => app.stop())

  const nav = (name: string | RegExp) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name })

  it('is hidden from visitors and from people without a role, who do not load it', async () => {
    const visitor = await app.visit()
    const scripts: string[] = []
    visitor.on('request', (request) => scripts.push(new URL(request.url()).pathname))
    await visitor.goto('/operator')
    await visitor.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    await signIn(visitor, clara)
    await visitor.goto('/operator/cases')
    await visitor.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor()
    await accountButton(visitor).click()
    expect(await visitor.getByRole('link', { name: 'Operator console' }).count()).toBe(0)
    expect(scripts.filter((path) => path.includes('/console-'))).toEqual([])
    expect(scripts.filter((path) => path.startsWith('/api/admin'))).toEqual([])
    await visitor.context().close()
  })

  it('shows operators who sign in what needs attention', async () => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(olive.email)
    await page.getByLabel('Password').fill(olive.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(({ pathname }) => pathname !== '/sign-in')
    await page.locator('h1').waitFor()
    await accountButton(page).click()
    await page.getByRole('link', { name: 'Operator console' }).click()
    await page.getByRole('heading', { name: 'Needs attention', level: 1 }).waitFor()
    await page.getByText('3 open items').waitFor()
    for (const name of [/^Reports 1/, /^Disputes 1/, /^Payouts 1/]) expect(await nav(name).count()).toBe(1)
    await check(page)
  })

  it('has pages without overflow or serious violations', async () => {
    const paths = [
      '/operator',
      '/operator/cases',
      '/operator/appeals',
      '/operator/disputes',
      `/operator/disputes/${disputed}`,
      '/operator/payouts',
      '/operator/approvals',
      '/operator/payments',
      '/operator/chargebacks',
      '/operator/ledger',
      '/operator/search?q=pavel',
      `/operator/users/${pavel.userId}`,
      `/operator/agents/${agentOf(pavel).name}`,
      `/operator/tasks/${disputed}`,
      '/operator/audit',
      '/operator/figures',
      '/operator/health',
      '/operator/policy',
      '/operator/mail',
      '/operator/deletions',
      '/operator/operators',
    ]
    // The auditor has a phone in the dark; the other tests check pages of the admin at a desk in the light. The seed chooses a third of the pages.
    const first = seededRandom(seed).below(3)
    const chosen = paths.filter((_path, index) => screenshotDir !== undefined || (index + first) % 3 === 0)
    for (const path of chosen) await check(auditor, path)
    if (screenshotDir !== undefined) for (const path of paths) await check(page, path)
  })

  it('gives auditors no buttons', async () => {
    await auditor.goto(`/operator/disputes/${disputed}`)
    await auditor.getByText('Your role can only read disputes.').waitFor()
    expect(await auditor.getByRole('button', { name: 'Rule and pay out' }).count()).toBe(0)
    await auditor.goto('/operator/payouts')
    await auditor.getByText('$50.00').first().waitFor()
    expect(await auditor.getByRole('button', { name: 'Retry' }).count()).toBe(0)
  })

  it('decides a report: the author is suspended, then reinstated', async () => {
    await page.goto('/operator')
    await page.getByRole('link', { name: /Pay me outside Souk/ }).click()
    await page.getByText('Asks to pay elsewhere.').waitFor()
    await check(page)
    await page.getByRole('button', { name: 'Assign to me' }).click()
    await page.getByRole('button', { name: 'Unassign' }).waitFor()
    await decide('Suspend', 'Payments belong into the marketplace.')
    await page.getByText('In effect').waitFor()
    const { name } = agentOf(pavel)
    const { call } = app.server()
    expect((await call('getAgent', { name }, {})).status).toBe(404)
    await decide('Reinstate', 'The post was removed.')
    await page.getByText('In effect').waitFor({ state: 'detached' })
    expect((await call('getAgent', { name }, {})).status).toBe(200)
    expect(await seriousViolations(page)).toEqual([])
  })

  it('rules on a dispute with a split', async () => {
    await auditor.clock.install()
    await auditor.goto(`/operator/disputes/${disputed}`)
    await auditor.getByText('Your role can only read disputes.').waitFor()
    await nav(/^Disputes/).click()
    await page
      .getByRole('link', { name: /Translate the Kestrel lease/ })
      .first()
      .click()
    await page.getByText('Clauses 14 to 19 are missing').first().waitFor()
    const queue = page.getByRole('navigation', { name: 'Disputes' })
    await queue.locator('[aria-current=page]', { hasText: 'Translate the Kestrel lease' }).waitFor()
    await page.getByLabel(/^To @clara.* in USD/).fill('45.00')
    await page.getByLabel('Reasons (shown to both sides)').fill('Clauses 14 to 19 came four days late.')
    await page.getByRole('button', { name: 'Rule and pay out' }).click()
    await page.getByRole('dialog').getByText('$45.00 to').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Rule and pay out' }).click()
    await page.getByText('No open disputes').waitFor()
    await auditor.clock.fastForward(11_000)
    await auditor.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await auditor.waitForURL('**/operator/disputes')
    await auditor.getByText('No open disputes').waitFor()
    await page.goto(`/operator/disputes/${disputed}`)
    await page.waitForURL(`**/operator/tasks/${disputed}`)
    await page.getByRole('heading', { name: /Translate the Kestrel lease/, level: 1 }).waitFor()
  })

  it('holds, releases and retries a payout after asking for the password', async () => {
    await expirePassword()
    await nav(/^Payouts/).click()
    await page.getByRole('button', { name: 'Hold', exact: true }).click()
    await page.getByLabel('Reason').fill('Two reports today.')
    await page.getByRole('button', { name: 'Hold $50.00' }).click()
    const prompt = page.getByRole('dialog', { name: 'Enter your password' })
    await prompt.getByLabel('Password').fill('wrong horse')
    await prompt.getByRole('button', { name: 'Continue' }).click()
    await prompt.getByText('That isn’t your password.').waitFor()
    await prompt.getByLabel('Password').fill(olive.password)
    await prompt.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Two reports today.').waitFor()
    await page.getByRole('button', { name: 'Release', exact: true }).click()
    await page.getByRole('button', { name: 'Release $50.00' }).click()
    await page.getByRole('button', { name: 'Retry', exact: true }).click()
    await page.getByRole('button', { name: 'Retry $50.00' }).click()
    await page.getByText('No payouts are stuck').waitFor()
  })

  it('refunds a top-up; above 100.00 a day, a second operator approves', async () => {
    await nav('Payments').click()
    await refund('80.00')
    await page.getByRole('cell', { name: '$80.00' }).waitFor()
    await refund('30.00')
    await page.getByText('needs a second operator', { exact: false }).first().waitFor()
    await nav(/^Approvals/).click()
    await page.getByRole('button', { name: 'Withdraw' }).waitFor()
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0)
    const second = await app.visit({ width: 1440 })
    await signIn(second, await createOperator(app, second, 'Fin Finance', 'finance'))
    await second.goto('/operator/approvals')
    await second.getByRole('button', { name: 'Approve', exact: true }).click()
    await second.getByRole('button', { name: 'Approve $30.00' }).click()
    await second.getByText('Refund of $30.00 executed').waitFor()
    await second.context().close()
  })

  it('changes the fee with before and after, and keeps the input when another operator changes the policy', async () => {
    await nav('Policy').click()
    const fee = page.getByLabel('Fee on settled work, in percent')
    await fee.fill('51')
    await page.getByRole('button', { name: /^(No|Review)/ }).click()
    await page.getByText('Enter a number from 0 to 50.').waitFor()
    await fee.fill('4.5')
    await page.getByLabel('New category').fill('Design & Media')
    await page.getByRole('button', { name: 'Add category' }).click()
    await page.getByLabel('Fee of Design & Media in percent').fill('8')
    await check(page)
    await page.getByRole('button', { name: 'Review 2 changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the policy?' })
    await dialog.getByText('Design & Media (8%)').waitFor()
    await changePolicyElsewhere()
    await dialog.getByLabel('Reason').fill('Lower fee in spring.')
    await dialog.getByRole('button', { name: 'Apply changes' }).click()
    await dialog.getByText('Another operator changed Fee (now 6%)', { exact: false }).waitFor()
    await dialog.getByRole('cell', { name: '4.5%' }).waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Apply changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByText('Lower fee in spring.').waitFor()
    expect(await page.getByText('Another operator changed', { exact: false }).count()).toBe(0)
    const { policy } = (await app.server().call('getPolicy', {}, { as: olive.token })).data
    expect(policy).toMatchObject({ feeBps: 450, reviewHours: 48, categories: [{ feeBps: 800 }] })
  })

  it('closes sign-ups, which visitors see before they fill in the form', async () => {
    const visitor = await app.visit({ width: 390, height: 844 })
    await visitor.goto('/sign-up')
    await visitor.getByRole('button', { name: 'Create account' }).waitFor()
    const select = async (mode: string) => {
      await page.getByLabel('Who can sign up').selectOption({ label: mode })
      await page.getByRole('button', { name: 'Review 1 change' }).click()
      const dialog = page.getByRole('dialog', { name: 'Change the policy?' })
      await dialog.getByLabel('Reason').fill(`${mode}.`)
      await dialog.getByRole('button', { name: 'Apply changes' }).click()
      await dialog.waitFor({ state: 'hidden' })
      await visitor.goto('/sign-up')
    }
    await select('Closed')
    await visitor.getByRole('heading', { name: 'Sign-ups are closed', level: 1 }).waitFor()
    expect(await visitor.getByLabel('Email').count()).toBe(0)
    expect(await seriousViolations(visitor)).toEqual([])
    await select('By invitation')
    await visitor.getByText('Use the address that was invited.').waitFor()
    await select('Open to everyone')
    await visitor.getByText('We’ll send an email to verify your address.').waitFor()
    await visitor.context().close()
  })

  it('shows who did what', async () => {
    await nav('Audit log').click()
    const reasons = ['Lower fee in spring.', 'Paid twice by mistake.', 'Two reports today.']
    for (const reason of reasons) await page.getByText(reason).first().waitFor()
    await page.getByRole('button', { name: 'Cases', exact: true }).click()
    await page.getByText('Payments belong into the marketplace.').waitFor()
    await check(page)
    await page.getByRole('link', { name: 'Olive Operator' }).first().click()
    await page.getByRole('heading', { name: 'Olive Operator', level: 1 }).waitFor()
    await nav('Overview').click()
    await page.getByText('Nothing needs your attention.').waitFor()
  })

  it('finds a person with the palette, suspends and reinstates on their page', async () => {
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Email address, handle, ID or card').fill(clara.email)
    await page.getByRole('option', { name: 'Clara Client' }).click()
    await page.getByRole('heading', { name: 'Clara Client', level: 1 }).waitFor()
    await check(page)
    await giveReason('Suspend', 'Suspend Clara Client?')
    await page.getByText('In effect').waitFor()
    await page.goto(`/operator/users/${clara.userId}`)
    await giveReason('Reinstate', 'Reinstate Clara Client?')
    await page.getByText('Good standing').waitFor()
  })

  it('exports the data of a person, who gets an email', async () => {
    await page.goto(`/operator/users/${clara.userId}`)
    await page.getByRole('button', { name: 'More actions' }).click()
    await giveReason('Export data', 'Export everything about Clara Client?')
    await page.getByText('Export started').waitFor()
    const mail = auditor.getByRole('article').filter({ hasText: clara.email })
    const reload = async () => {
      await auditor.goto('/dev/mail')
      return mail.filter({ hasText: 'Your data is ready to download' }).count()
    }
    await expect.poll(reload, { timeout: 30_000 }).toBe(1)
  })

  it('receives reports from the app, and people appeal its decisions there', async () => {
    const { call } = app.server()
    const text = 'The best lease translations, guaranteed!'
    const { post } = (await call('createPost', { text }, { as: pavel.token })).data
    const reporter = await app.visit({ width: 390, height: 844 })
    await signIn(reporter, clara)
    await reporter.goto(`/posts/${post.id}`)
    await reporter.getByRole('button', { name: 'More actions' }).click()
    await reporter.getByRole('button', { name: 'Report' }).click()
    const dialog = reporter.getByRole('dialog', { name: 'Report this post?' })
    await dialog.getByLabel('What should the operators know?').fill('The same text every hour.')
    expect(await seriousViolations(reporter)).toEqual([])
    await dialog.getByRole('button', { name: 'Send report' }).click()
    await reporter.getByText('Report sent to the operators').waitFor()
    await reporter.context().close()
    const { items } = (await call('listCases', { state: 'open' }, { as: olive.token })).data
    const caseId = items.find(({ subjectId }) => subjectId === post.id)?.id ?? ''
    const decision = { caseId, outcome: 'hide', reason: 'Repeated advertising.' } as const
    expect((await call('decideCase', decision, { as: olive.token })).status).toBe(200)
    const author = await app.visit({ width: 390, height: 844 })
    await signIn(author, pavel)
    await author.goto('/settings')
    await author.getByText('Repeated advertising.').waitFor()
    await author.getByRole('button', { name: 'Appeal' }).click()
    await author.getByLabel('Why should it be changed?').fill('I posted it once.')
    await author.getByRole('button', { name: 'Send appeal' }).click()
    await author.getByText('Your appeal is awaiting a decision.').waitFor()
    expect(await seriousViolations(author)).toEqual([])
    await author.context().close()
    const appealed = (await call('listCases', { state: 'appealed' }, { as: olive.token })).data.items
    expect(appealed.map(({ id }) => id)).toEqual([caseId])
  })

  it('does not record a second read when the window regains focus', async () => {
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await page.clock.install()
    await page.goto(`/operator/users/${clara.userId}`)
    await page.getByRole('heading', { name: 'Clara Client', level: 1 }).waitFor()
    // Replies become stale after ten seconds; the check of the session shows that the app has noticed the focus.
    await page.clock.fastForward(11_000)
    requests.splice(0)
    const sessionCheck = page.waitForResponse((response) => response.url().endsWith('/api/users/me'))
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await sessionCheck
    expect(requests.filter((path) => path.startsWith('/api/admin/users/'))).toEqual([])
    expect(errors).toEqual([])
  })

  /** The password was entered longer ago than an action that moves money allows. */
  async function expirePassword(): Promise<void> {
    await app.query(
      `update sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`,
      [olive.userId],
    )
  }

  /** As another admin would, while the form of this one is open. */
  async function changePolicyElsewhere(): Promise<void> {
    const { call } = app.server()
    const other = await createOperator(app, auditor, 'Otto Operator', 'admin')
    const changes = { feeBps: 600, reviewHours: 48, reason: 'Meanwhile.' }
    expect((await call('updatePolicy', changes, { as: other.token })).status).toBe(200)
  }

  async function refund(amount: string): Promise<void> {
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await page.getByLabel('Amount in USD').fill(amount)
    await page.getByLabel('Reason').fill('Paid twice by mistake.')
    await page.getByRole('button', { name: `Refund $${amount}` }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  async function giveReason(action: string, title: string): Promise<void> {
    await page.getByRole('button', { name: action, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByLabel('Reason').fill('Seen today.')
    await dialog.getByRole('button', { name: action }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  async function decide(outcome: string, reason: string): Promise<void> {
    await page.getByRole('button', { name: /^Decide/ }).click()
    const dialog = page.getByRole('dialog', { name: 'What should happen?' })
    await dialog.getByRole('radio', { name: outcome }).check()
    await dialog.getByLabel(/^Reasons/).fill(reason)
    await dialog.getByRole('button', { name: outcome }).click()
    await dialog.waitFor({ state: 'hidden' })
  }

  async function check(one: Page, path?: string): Promise<void> {
    if (path !== undefined) await one.goto(path)
    await one.locator('h1').first().waitFor()
    await one.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null)
    expect(await one.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(await one.locator('[role=alert]').allTextContents()).toEqual([])
    if (screenshotDir !== undefined) {
      const name = new URL(one.url()).pathname.split('/').slice(1, 3).join('-')
      const detail = new URL(one.url()).pathname.split('/').length > 3 ? '-detail' : ''
      await one.screenshot({
        path: `${screenshotDir}/${name}${detail}-${one === page ? 'desk' : 'phone'}.png`,
      })
    }
    expect(await seriousViolations(one)).toEqual([])
  }
})
