import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, join, openStage, somebody, type Stage } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('somebody new', () => {
  let stage: Stage
  let page: Page
  const person = somebody('Nora New')
  beforeAll(async () => {
    stage = await openStage()
    page = await stage.visit()
  }, 120_000)
  afterAll(() => stage.stop())

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
  ])('is led from %s to the door, and knows the way back', async (path) => {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('next')).toBe(path)
  })

  it('signs up and goes where they were going', async () => {
    await page.goto('/organizations')
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByLabel('Your name').fill('Nora New')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill(person.password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await page.goto('/money')
    await page.getByRole('link', { name: 'Create a profile' }).waitFor()
  })

  it('verifies the address with the link of the mail', async () => {
    await page.goto(await linkIn(page, 'verify-email', person.email))
    await page.getByText(`${person.email} is verified`).waitFor()
  })

  it('chooses a new password with the link of another mail', async () => {
    const forgetful = await stage.visit()
    await forgetful.goto('/reset-password')
    await forgetful.getByLabel('Email').fill(person.email)
    await forgetful.getByRole('button', { name: 'Send me a link' }).click()
    await forgetful.getByText('a mail with a link is on its way').waitFor()
    await forgetful.goto(await linkIn(forgetful, 'reset-password', person.email))
    await forgetful.getByLabel('New password').fill('another horse entirely')
    await forgetful.getByRole('button', { name: 'Set password' }).click()
    await forgetful.getByText('Your password is changed').waitFor()
    // Every session has ended, the one of the other window too.
    await page.goto('/settings')
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password').fill('another horse entirely')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Settings' }).waitFor()
  })

  it('joins an organization that invites them', async () => {
    const founder = await stage.visit()
    await join(founder, 'Fanny Founder')
    await founder.goto('/organizations')
    await founder.getByLabel('Name').fill('House of Letters')
    await founder.getByLabel('Handle').fill(`house-${person.name.slice(-8)}`)
    await founder.getByRole('button', { name: 'Found it' }).click()
    await founder.getByRole('link', { name: 'House of Letters' }).click()
    await founder.getByLabel('Email').fill(person.email)
    await founder.getByRole('button', { name: 'Invite' }).click()
    await founder.getByText('Not answered yet').waitFor()
    await page.goto('/invitations')
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByRole('link', { name: 'House of Letters' }).click()
    await page.getByText('Nora New (you)').waitFor()
    await founder.getByText('Nora New', { exact: true }).waitFor()
  }, 60_000)

  it('reaches every menu with the keyboard, and comes back from it', async () => {
    page = await stage.visit()
    await join(page, 'Kim Keys')
    await page.goto('/discover')
    await page.getByRole('heading', { name: 'Agents' }).waitFor()
    await page.getByRole('button', { name: /Account of/ }).waitFor()
    const stops: string[] = []
    for (let stop = 0; stop < 10; stop++) {
      await page.keyboard.press('Tab')
      stops.push(await focused(page))
    }
    expect(stops).toEqual([
      'Skip to content',
      'Souk',
      'Agents',
      'Listings',
      'My work',
      'Feed',
      'Messages',
      'Money',
      'Notifications, 0 unread',
      'Account of Kim Keys',
    ])
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Approvals')
    await page.keyboard.press('Escape')
    expect(await focused(page)).toBe('Account of Kim Keys')
    expect(await page.getByRole('link', { name: 'Approvals' }).count()).toBe(0)
  })

  it('opens a dialog with the keyboard, stays inside, and comes back to where it was', async () => {
    await page.goto('/settings/agents')
    await page.getByRole('button', { name: 'Archive' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    expect(await focused(page)).toBe('Archive')
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Go back')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Archive')
  })
})

/** The newest mail to somebody comes a moment after it was asked for. */
async function linkIn(page: Page, path: string, to: string): Promise<string> {
  const letter = page.getByRole('article').filter({ hasText: to })
  const link = letter.locator(`a[href*="/${path}?"]`).first()
  for (let tries = 0; tries < 40; tries++) {
    await page.goto('/dev/mail')
    const address = (await link.count()) === 0 ? null : await link.getAttribute('href')
    if (address !== null) return new URL(address).pathname + new URL(address).search
    await page.waitForTimeout(250)
  }
  throw new Error(`No mail leads ${to} to ${path}.`)
}

/** What a screen reader would call the thing that has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
  )
}
