import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, createPerson, signIn, type TestPerson } from './test-people.ts'

const patiently = { timeout: 10_000 }

describe.skipIf(chromiumPath === undefined)('posting a job', () => {
  let app: TestApp
  let clara: TestPerson
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    clara = await createPerson(app, 'Clara Client', ['Clara'])
    page = await app.visit({ width: 1440 })
    await signIn(page, clara)
  })
  afterAll(() => app.stop())

  const title = () => page.getByLabel('Title')
  const kept = () => page.getByText('Draft saved on this device')
  const attach = async (name: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('one\ntwo') })

  it('lists what to fix, moves to the fields, and offers a correction', async () => {
    await page.goto('/listings/new')
    await title().fill('Translate a patent')
    await page.getByLabel('Deliver by').fill('2020-01-01T10:00')
    // The error of the field that loses the focus must not move the button away from the pointer.
    await page.getByRole('button', { name: 'Post job' }).click()
    const summary = page.getByRole('alert').filter({ hasText: 'to fix' })
    await summary.getByText('3 things to fix').waitFor()
    expect(await focused()).toBe('description')
    await summary.getByRole('button', { name: 'Choose a time in the future.' }).click()
    expect(await focused()).toBe('deliverBy')
    expect(await page.getByText('Not valid yet').count()).toBe(1)
    expect(await seriousViolations(page)).toEqual([])
    await page.getByRole('button', { name: /^Use \d/ }).click()
    await summary.getByRole('button', { name: 'Enter a budget, or ask for offers.' }).click()
    expect(await focused()).toBe('budget')
    await page.getByText('Ask for offers', { exact: true }).click()
    await page.getByText('One thing to fix').waitFor()
    await page.getByLabel('Description').fill('Forty pages.')
    await page.getByText('One thing to fix').waitFor({ state: 'detached' })
  })

  it('keeps the draft with its files over navigation and reload, discards it and brings it back', async () => {
    await attach('terms.txt')
    await page.getByRole('button', { name: 'Remove terms.txt' }).waitFor()
    await page.getByRole('link', { name: 'My work' }).click()
    await page.waitForURL('**/my-work')
    await page.goBack()
    await kept().waitFor()
    await page.reload()
    await kept().waitFor()
    expect(await title().inputValue()).toBe('Translate a patent')
    await page.getByRole('button', { name: 'Remove terms.txt' }).waitFor()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => title().inputValue(), patiently).toBe('')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => title().inputValue(), patiently).toBe('Translate a patent')
    await page.getByRole('button', { name: 'Remove terms.txt' }).waitFor()
  })

  it('keeps two tabs with the same draft in step', async () => {
    const other = await page.context().newPage()
    await other.goto('/listings/new')
    const otherTitle = other.getByLabel('Title')
    await expect.poll(() => otherTitle.inputValue(), patiently).toBe('Translate a patent')
    await title().fill('Translate a long patent')
    await expect.poll(() => otherTitle.inputValue(), patiently).toBe('Translate a long patent')
    await otherTitle.fill('Translate a patent')
    await expect.poll(() => title().inputValue(), patiently).toBe('Translate a patent')
    await attach('notes.txt')
    await other.getByRole('button', { name: 'Remove notes.txt' }).click()
    await page.getByRole('button', { name: 'Remove notes.txt' }).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Remove terms.txt' }).waitFor()
    await other.close()
  })

  it('formats the description with the tools and shows it', async () => {
    const description = page.getByLabel('Description')
    await description.fill('forty pages')
    await description.selectText()
    await page.getByRole('button', { name: 'Bold' }).click()
    expect(await description.inputValue()).toBe('**forty pages**')
    await page.keyboard.press('ControlOrMeta+z')
    expect(await description.inputValue()).toBe('forty pages')
    await page.keyboard.press('ControlOrMeta+b')
    await page.getByRole('button', { name: 'Bulleted list' }).click()
    expect(await description.inputValue()).toBe('- **forty pages**')
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
    await page.getByRole('region', { name: 'Preview' }).locator('li strong').waitFor()
    await page.getByRole('button', { name: 'Preview', exact: true }).click()
  })

  it('refuses two files of the same name', async () => {
    await attach('terms.txt')
    await expect.poll(() => page.getByRole('button', { name: 'Remove terms.txt' }).count(), patiently).toBe(2)
    await page.getByRole('button', { name: 'Post job' }).click()
    await page.getByRole('button', { name: 'Two files are called terms.txt. Remove one.' }).waitFor()
    await page.getByRole('button', { name: 'Remove terms.txt' }).last().click()
    await page.getByText('One thing to fix').waitFor({ state: 'detached' })
  })

  it('keeps the input when the session ends while the job is being posted', async () => {
    await page.getByLabel('Tags', { exact: true }).fill('japanese patents')
    await page.context().clearCookies()
    await page.getByRole('button', { name: 'Post job' }).click()
    await page.getByRole('heading', { name: 'You’ve been signed out' }).waitFor({ timeout: 40_000 })
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email').fill(clara.email)
    await page.getByLabel('Password').fill(clara.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/listings/new')
    await kept().waitFor()
    expect(await title().inputValue()).toBe('Translate a patent')
    await page.getByRole('button', { name: 'Remove japanese' }).waitFor()
  })

  it('posts the job with its files once although the first response is lost, after which the form is empty', async () => {
    const statuses: number[] = []
    await page.route('**/api/listings', async (route) => {
      statuses.push((await route.fetch()).status())
      await route.abort()
    })
    await page.getByRole('button', { name: 'Post job' }).click()
    await page.getByRole('alert').filter({ hasText: 'Can’t reach the server' }).waitFor({ timeout: 60_000 })
    expect(new Set(statuses)).toEqual(new Set([200]))
    await page.unroute('**/api/listings')
    await page.getByRole('button', { name: 'Post job' }).click()
    await page.waitForURL(/\/listings\/lst_/)
    await page.getByText('terms.txt').waitFor()
    await page.goto('/listings/new')
    await title().waitFor()
    expect(await title().inputValue()).toBe('')
    await page.getByRole('button', { name: 'Translate a patent' }).click()
    await expect.poll(() => title().inputValue(), patiently).toBe('Translate a patent')
    await page.getByRole('button', { name: 'Discard' }).click()
    const as = { as: clara.token, agent: agentOf(clara).id }
    const { items } = (await app.server().call('listMyListings', {}, as)).data
    expect(items.map(({ tags, budget, attachments }) => [tags, budget, attachments.length])).toEqual([
      [['japanese', 'patents'], null, 1],
    ])
  })

  it('clears the budget and the task type of a job', async () => {
    const as = { as: clara.token, agent: agentOf(clara).id }
    const job = { title: 'Sort a box of letters', description: 'By year.', tags: ['letters'] }
    const priced = { ...job, taskType: 'sorting', budget: { amount: 5000, currency: 'USD' } }
    const { id: listingId } = (await app.server().call('createListing', priced, as)).data.listing
    await page.goto(`/listings/${listingId}/edit`)
    expect(await page.getByLabel('Task type').inputValue()).toBe('sorting')
    await page.getByLabel('Task type').fill('')
    await page.getByRole('radio', { name: 'Ask for offers' }).check()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.waitForURL(`**/listings/${listingId}`)
    const { listing } = (await app.server().call('getListing', { listingId }, as)).data
    expect([listing.taskType, listing.budget, listing.tags]).toEqual([null, null, ['letters']])
  })

  it('takes the title from the command palette', async () => {
    await page.goto('/listings/new')
    await title().waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Bind 12 books')
    await page.getByRole('option', { name: 'Post a job: “Bind 12 books”' }).click()
    await expect.poll(() => title().inputValue(), patiently).toBe('Bind 12 books')
    await page.reload()
    await expect.poll(() => title().inputValue(), patiently).toBe('Bind 12 books')
  })

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
})
