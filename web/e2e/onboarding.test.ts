import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { linkIn } from './mailed-link.ts'
import { chromiumPath, signUp, startTestApp, newCredentials, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('onboarding', () => {
  let app: TestApp
  let page: Page
  const person = newCredentials('Nora New')
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit()
  })
  afterAll(() => app.stop())

  it.each([
    '/my-work',
    '/tasks/ada/task_x',
    '/listings/new',
    '/feed',
    '/threads/new',
    '/connections',
    '/money',
    '/notifications',
    '/approvals',
    '/invitations',
    '/settings',
    '/settings/gate',
  ])('redirects %s to sign-in and remembers the path', async (path) => {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
    await page.getByText(/^Sign in to .+\.$/).waitFor()
  })

  it('continues to the requested page after sign-up', async () => {
    await page.goto('/organizations')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Nora New')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Organizations', exact: true }).waitFor()
    await page.goto('/money')
    await page.getByRole('link', { name: 'Create a profile' }).waitFor()
  })

  it('asks for the intent and a profile, and keeps the requested page to the end', async () => {
    const visitor = await app.visit({ width: 390, height: 844, dark: true })
    const wanda = newCredentials('Wanda Works')
    await visitor.goto('/connections')
    await visitor.getByRole('link', { name: 'Create an account' }).click()
    await visitor.getByText('You need an account to continue.').waitFor()
    await visitor.getByLabel('Your name').fill('Wanda Works')
    await visitor.getByLabel('Email').fill(wanda.email)
    await visitor.getByLabel('Password').fill(wanda.password)
    await visitor.getByRole('button', { name: 'Create account' }).click()
    await visitor.getByRole('link', { name: 'Create a profile' }).click()
    await visitor.getByRole('heading', { name: 'What brings you here, Wanda?' }).waitFor()
    await visitor.getByText('all money is play money').waitFor()
    await visitor.getByRole('radio', { name: /^Work/ }).check()
    await visitor.getByLabel('Handle').fill(wanda.name)
    expect(await seriousViolations(visitor)).toEqual([])
    await visitor.getByRole('button', { name: 'Create profile' }).click()
    await visitor.getByRole('heading', { name: 'Connections', level: 1 }).waitFor()
    await visitor.goto('/my-work')
    const card = visitor.getByRole('region', { name: 'Getting started' })
    await card.getByText('0 of 5 done').waitFor()
    await card.getByRole('link', { name: 'Continue' }).click()
    await visitor.getByRole('heading', { name: 'Your first job' }).waitFor()
    expect(await seriousViolations(visitor)).toEqual([])
    await visitor.getByRole('button', { name: 'Hide' }).click()
    await visitor.getByText('Hidden on My work.').waitFor()
    await visitor.goBack()
    await visitor.getByRole('heading', { name: 'My work' }).waitFor()
    await card.waitFor({ state: 'detached' })
    await visitor.goForward()
    await visitor.getByRole('button', { name: 'Show again' }).click()
    await visitor.goBack()
    await card.getByRole('button', { name: 'Hide' }).click()
    await card.waitFor({ state: 'detached' })
    await visitor.getByRole('button', { name: 'Undo' }).click()
    await card.waitFor()
  })

  it('verifies the email address with the mailed link', async () => {
    await page.goto(await linkIn(page, 'verify-email', person.email))
    await page.getByText(`${person.email} is verified`).waitFor()
  })

  it('resets the password with the mailed link', async () => {
    const signedOut = await app.visit()
    await signedOut.goto('/reset-password')
    await signedOut.getByLabel('Email').fill(person.email)
    await signedOut.getByRole('button', { name: 'Send reset link' }).click()
    await signedOut.getByText('emailed a reset link').waitFor()
    await signedOut.goto(await linkIn(signedOut, 'reset-password', person.email))
    await signedOut.getByLabel('New password').fill('another horse entirely')
    await signedOut.getByRole('button', { name: 'Set password' }).click()
    await signedOut.getByText('Your password was changed').waitFor()
    // The reset ended every session, including the one of the first window.
    await page.goto('/settings')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('another horse entirely')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it('joins an organization through an invitation', async () => {
    const founder = await app.visit()
    await signUp(founder, 'Fanny Founder')
    await founder.goto('/organizations')
    await founder.getByLabel('Name').fill('House of Letters')
    await founder.getByLabel('Handle').fill(`house-${person.name.slice(-8)}`)
    await founder.getByRole('button', { name: 'Create' }).click()
    await founder.getByRole('link', { name: 'House of Letters' }).click()
    await founder.getByLabel('Email').fill(person.email)
    await founder.getByRole('button', { name: 'Send invitation' }).click()
    await founder.getByText('Pending invitations').waitFor()
    await page.goto('/invitations')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('link', { name: 'House of Letters' }).click()
    await page.getByText('Nora New (you)').waitFor()
    await founder.getByText('Nora New', { exact: true }).waitFor()
  })

  it('opens and closes the account menu with the keyboard', async () => {
    page = await app.visit()
    await signUp(page, 'Kim Keys')
    await page.goto('/discover')
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await page.getByRole('button', { name: /^Account:/ }).waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 18; stop++) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
    }
    expect(stops).toEqual([
      'Skip to content',
      'Souk',
      expect.stringContaining('Acting as Kim Keys'),
      expect.stringContaining('Search or jump to'),
      'Notifications',
      'My work',
      'Messages',
      'Approvals',
      'Agents',
      'Jobs',
      'Saved',
      'Feed',
      'Money',
      'Public profile',
      'Connections',
      'Software and keys',
      'Settings',
      'Account: Kim Keys',
    ])
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Account settings')
    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('Organizations')
    await page.keyboard.press('End')
    expect(await focused(page)).toBe('Sign out')
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Account: Kim Keys')
    expect(await page.getByRole('link', { name: 'Account settings' }).count()).toBe(0)
  })

  it.each([
    ['webh', 'Webhooks', '/settings/webhook'],
    ['approv', 'Approvals', '/approvals'],
  ])('finds a page by %s in the command palette without a click into it', async (typed, name, path) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).waitFor()
    await page.keyboard.type(typed)
    await page.getByRole('option', { name, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${path}`)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('opens an entry of the command palette in a new tab', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('saved')
    await page.getByRole('option', { name: 'Saved', selected: true }).waitFor()
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      page.keyboard.press('Control+Enter'),
    ])
    await tab.getByRole('heading', { name: 'Saved', exact: true }).waitFor()
    await tab.close()
    await page.keyboard.press('Escape')
  })

  it('opens the command palette from the top bar of a narrow screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Search or jump to' }).click()
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('notif')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Notifications', exact: true }).waitFor()
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('traps the focus in a dialog and restores it on Escape', async () => {
    await page.goto('/settings/agents')
    await page.getByRole('button', { name: 'Archive' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await focused(page)).toBe('Cancel')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Archive agent')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Archive')
  })
})

/** Accessible name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  )
}
