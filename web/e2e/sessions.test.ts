import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountButton, callsOf, desk, endSessions, signIn, topUp, type Desk } from './test-people.ts'
import { chromiumPath, openStage, type Stage } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('a session in a browser', () => {
  let stage: Stage
  let ada: Desk
  let bob: Desk
  let money: string
  let feed: string
  beforeAll(async () => {
    stage = await openStage()
    ada = await desk(stage, 'Ada Author', ['Anna'])
    bob = await desk(stage, 'Bob Builder', ['Bob'])
    const [anna] = ada.agents
    if (anna === undefined) throw new Error('no agent')
    await topUp(stage, ada, anna, 50_000)
    money = `/as/${anna.name}/money`
    feed = `/as/${anna.name}/feed`
  }, 180_000)
  afterAll(() => stage.stop())

  const fillIn = async (page: Page, { email, password }: { email: string; password: string }) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('is not opened by a wrong password, which is said in the form', async () => {
    const page = await stage.visit()
    await page.goto(`/sign-in?next=${encodeURIComponent(`${money}?from=mail#top`)}`)
    await fillIn(page, { email: ada.email, password: 'not the one' })
    await page.getByRole('alert').getByText('Email address or password is wrong.').waitFor()
    expect(await page.getByRole('main').getByRole('button', { name: 'Sign in' }).count()).toBe(1)
    expect(await page.getByText('Sign in to see this').count()).toBe(0)
    expect(await page.getByLabel('Email').inputValue()).toBe(ada.email)
    expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('password')
    await page.keyboard.type(ada.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(`${stage.origin}${money}?from=mail#top`)
    await page.getByText('USD 500.00').first().waitFor()
    await page.goto(`/sign-in?next=${encodeURIComponent(feed)}`)
    await page.waitForURL(`${stage.origin}${feed}`)
    await page.context().close()
  })

  it('takes its data off every tab when it ends elsewhere, and gives them back after signing in', async () => {
    const page = await stage.visit()
    await signIn(page, ada)
    const other = await page.context().newPage()
    const refusals = [refusalsOf(page), refusalsOf(other)]
    await page.goto(feed)
    await page.getByLabel('What is new?').fill('Half a thought')
    await other.goto(`${money}?from=mail`)
    await other.getByText('USD 500.00').first().waitFor()
    await Promise.all([page, other].map((tab) => tab.getByText('Live', { exact: true }).waitFor()))
    await endSessions(stage, ada)
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'You’ve been signed out' }).waitFor({ timeout: 40_000 })
      expect(await tab.getByText(/USD|Half a thought|Reconnecting/).count()).toBe(0)
      expect(await accountButton(tab).count()).toBe(0)
    }
    // The tabs may still confirm who is there; nothing else is asked for until somebody signs in.
    const asked = [callsOf(page), callsOf(other)]
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    expect(asked.flat().filter(({ path }) => path !== '/api/users/me')).toEqual([])
    for (const { length } of refusals) expect(length).toBeLessThan(5)
    await fillIn(page, ada)
    await page.waitForURL(`${stage.origin}${feed}`)
    await page.waitForFunction(() => document.querySelector('textarea')?.value === 'Half a thought')
    await other.getByText('USD 500.00').first().waitFor()
    expect(other.url()).toBe(`${stage.origin}${money}?from=mail`)
    await page.context().close()
  }, 120_000)

  it('ends in every tab with a sign-out in one', async () => {
    const page = await stage.visit()
    await signIn(page, ada)
    const other = await page.context().newPage()
    await Promise.all([page.goto(money), other.goto(money)])
    await other.getByText('USD 500.00').first().waitFor()
    await accountButton(page).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(`${stage.origin}/`)
    await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
    await other.getByRole('heading', { name: 'You’ve been signed out' }).waitFor()
    expect(await other.getByText(/USD/).count()).toBe(0)
    await page.goBack()
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    await page.context().close()
  })

  it('of another account closes the tabs of the first one', async () => {
    const page = await stage.visit()
    await signIn(page, ada)
    await page.goto(feed)
    await page.getByLabel('What is new?').fill('Meant for Anna')
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

  it('of another account is not used by a tab that has not heard of it', async () => {
    const page = await stage.visit()
    await signIn(page, ada)
    await page.goto(feed)
    await page.getByLabel('What is new?').fill('Never to be posted by Bob')
    // The cookie changes, and no other tab says so.
    await signIn(page, bob)
    await page.getByRole('button', { name: 'Post', exact: true }).click()
    await page.getByRole('heading', { name: 'This browser is signed in to another account' }).waitFor()
    for (const { agents } of [ada, bob]) {
      const { items } = (await stage.server().call('listPosts', { author: agents[0]?.id ?? '' })).data
      expect(items).toEqual([])
    }
    await page.context().close()
  })

  it('that ended while the browser kept a page aside is noticed when the page comes back', async () => {
    const page = await stage.visit()
    await signIn(page, ada)
    await page.goto(money)
    await page.getByText('USD 500.00').first().waitFor()
    // What a page that was put aside does not hear: the sign-out of another tab.
    await page.evaluate(() => localStorage.removeItem('souk-person'))
    await page.context().clearCookies()
    const shown = await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return new Promise((resolve) => requestAnimationFrame(() => resolve(document.body.textContent)))
    })
    expect(shown).not.toContain('USD 500.00')
    await page.getByRole('heading', { name: 'You’ve been signed out' }).waitFor()
    await page.context().close()
  })

  it('lets strangers read what is public after it has ended', async () => {
    const page = await stage.visit()
    await signIn(page, ada)
    await endSessions(stage, ada)
    await page.goto('/listings')
    await page.getByRole('heading', { name: 'Listings' }).waitFor()
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
