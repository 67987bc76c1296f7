import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accountButton,
  callsOf,
  createPerson,
  endSessions,
  signIn,
  topUp,
  type TestPerson,
} from './test-people.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('browser session', () => {
  let app: TestApp
  let ada: TestPerson
  let bob: TestPerson
  let money: string
  let feed: string
  beforeAll(async () => {
    app = await startTestApp()
    ada = await createPerson(app, 'Ada Author', ['Anna'])
    bob = await createPerson(app, 'Bob Builder', ['Bob'])
    const [anna] = ada.agents
    if (anna === undefined) throw new Error('no agent')
    await topUp(app, ada, anna, 50_000)
    money = `/as/${anna.name}/money`
    feed = `/as/${anna.name}/feed`
  })
  afterAll(() => app.stop())

  const fillIn = async (page: Page, { email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('shows a wrong password as an error in the sign-in form', async () => {
    const page = await app.visit()
    await page.goto(`/sign-in?next=${encodeURIComponent(`${money}?from=mail#top`)}`)
    await fillIn(page, { email: ada.email, password: 'not the one' })
    await page.getByRole('alert').getByText('Email address or password is incorrect.').waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: 'Sign in' }).count()).toBe(1)
    expect(await page.getByText('Sign in to see this').count()).toBe(0)
    expect(await page.getByLabel('Email').inputValue()).toBe(ada.email)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password')
    await page.keyboard.type(ada.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${app.origin}${money}?from=mail#top`)
    await page.getByText('$500.00').first().waitFor()
    await page.goto(`/sign-in?next=${encodeURIComponent(feed)}`)
    await page.waitForURL(`${app.origin}${feed}`)
    await page.context().close()
  })

  it('opens Money at its former address, and marks it in the navigation', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    await page.goto(money.replace(/money$/, 'payments?kind=hold'))
    await page.waitForURL(`${app.origin}${money}?kind=hold`)
    const link = page.getByRole('navigation').getByRole('link', { name: 'Money' }).first()
    expect(await link.getAttribute('aria-current')).toBe('page')
    await page.context().close()
  })

  it('hides data in every tab when it ends elsewhere, and restores it after sign-in', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    const other = await page.context().newPage()
    const refusals = [refusalsOf(page), refusalsOf(other)]
    await page.goto(feed)
    await page.getByLabel('Share an update').fill('Half a thought')
    await other.goto(`${money}?from=mail`)
    await other.getByText('$500.00').first().waitFor()
    await Promise.all([page, other].map((tab) => tab.getByText('Live', { exact: true }).waitFor()))
    await endSessions(app, ada)
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'You’ve been signed out' }).waitFor({ timeout: 40_000 })
      expect(await tab.getByText(/\$\d|Half a thought|Reconnecting/).count()).toBe(0)
      expect(await accountButton(tab).count()).toBe(0)
    }
    // The tabs may still check the session and the public state of the marketplace; they call nothing else before sign-in.
    const calls = [callsOf(page), callsOf(other)]
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    const allowed = ['/api/users/me', '/api/market']
    expect(calls.flat().filter(({ path }) => !allowed.includes(path))).toEqual([])
    for (const { length } of refusals) expect(length).toBeLessThan(5)
    await fillIn(page, ada)
    await page.waitForURL(`${app.origin}${feed}`)
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a thought')
    await other.getByText('$500.00').first().waitFor()
    expect(other.url()).toBe(`${app.origin}${money}?from=mail`)
    await page.context().close()
  })

  it('ends in every tab when the person signs out in one', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    const other = await page.context().newPage()
    await Promise.all([page.goto(money), other.goto(money)])
    await other.getByText('$500.00').first().waitFor()
    await accountButton(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${app.origin}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    await other.getByRole('heading', { name: 'You’ve been signed out' }).waitFor()
    expect(await other.getByText(/\$\d/).count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await page.context().close()
  })

  it('closes tabs of the previous account when another account signs in', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    await page.goto(feed)
    await page.getByLabel('Share an update').fill('Meant for Anna')
    const other = await page.context().newPage()
    await page.context().clearCookies()
    await other.goto('/sign-in')
    await fillIn(other, bob)
    await other.waitForURL('**/as/bob-*/my-work')
    await page.getByRole('heading', { name: 'This browser is signed in to another account' }).waitFor()
    expect(await page.getByText('Meant for Anna').count()).toBe(0)
    await page.getByRole('button', { name: 'Continue with that account' }).click()
    await page.getByText(/You don’t have access to @anna-/).waitFor()
    await page.context().close()
  })

  it('refuses a post from a tab that still shows the previous account', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    await page.goto(feed)
    await page.getByLabel('Share an update').fill('Must not be posted by Bob')
    // The cookie changes without a notification from another tab.
    await signIn(page, bob)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByRole('heading', { name: 'This browser is signed in to another account' }).waitFor()
    for (const { agents } of [ada, bob]) {
      const { items } = (await app.server().call('listPosts', { author: agents[0]?.id ?? '' })).data
      expect(items).toEqual([])
    }
    await page.context().close()
  })

  it('is checked when the back/forward cache restores a page', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    await page.goto(money)
    await page.getByText('$500.00').first().waitFor()
    // A cached page receives no storage event of a sign-out in another tab.
    await page.evaluate(() => localStorage.removeItem('souk-person'))
    await page.context().clearCookies()
    const shown = await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return new Promise((resolve) => requestAnimationFrame(() => resolve(document.body.textContent)))
    })
    expect(shown).not.toContain('$500.00')
    await page.getByRole('heading', { name: 'You’ve been signed out' }).waitFor()
    await page.context().close()
  })

  it('leaves public pages readable after it has ended', async () => {
    const page = await app.visit()
    await signIn(page, ada)
    await endSessions(app, ada)
    await page.goto('/listings')
    await page.getByRole('heading', { name: 'Jobs', exact: true }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await page.context().close()
  })
})

function refusalsOf(page: Page): string[] {
  const refusals: string[] = []
  page.on('response', (response) => {
    if (response.status() === 401) refusals.push(response.url())
  })
  return refusals
}
