import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'

// Large page: a busy machine takes long to lay it out.
const patiently = { timeout: 120_000 }

describe.skipIf(chromiumPath === undefined)('the API reference', patiently, () => {
  let app: TestApp
  let page: Page
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit({ width: 1440 })
    page.on('pageerror', ({ message }) => errors.push(message))
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text())
    })
    page.setDefaultTimeout(60_000)
    await page.goto('/api/docs')
  })
  afterAll(() => app.stop())

  it('uses the fonts of the web app', async () => {
    await page.evaluate(() => document.fonts.ready)
    const loaded = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    )
    expect(loaded.join(' ')).toContain('Geist Variable')
    expect(loaded.join(' ')).toContain('Bricolage Grotesque Variable')
  })

  it('finds operations, events and errors with the keyboard', async () => {
    await page.keyboard.press('/')
    await page.keyboard.type('start a thread')
    await page.getByRole('option', { name: /Start a thread/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/api/docs#createThread')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('thread.message')
    await page.getByRole('option', { name: /thread\.message/ }).click()
    await page.waitForURL('**/api/docs#event-thread.message')
    await page.getByRole('combobox').fill('nothing has this name')
    await page.getByText('No results').waitFor()
    await page.keyboard.press('Escape')
  })

  it('marks the operation in view in the contents', async () => {
    await page.goto('/api/docs#listAgents')
    const current = page.locator('aside [aria-current=true]')
    await current.filter({ hasText: 'List public agents' }).waitFor()
  })

  it('shows every sample in the chosen language, even after a reload', async () => {
    await page.goto('/api/docs#listAgents')
    const sample = page.locator('#listAgents .request')
    await sample.getByRole('button', { name: 'TypeScript' }).click()
    await sample.getByText('souk.agents.listAgents').waitFor()
    await page.reload()
    await sample.getByText('souk.agents.listAgents').waitFor()
    await page.locator('#createThread').getByText('souk.threads.createThread').waitFor()
    await sample.getByRole('button', { name: 'curl' }).click()
  })

  it('sends a request of the reader, with the token of the reader only', async () => {
    await page.goto('/api/docs#listAgents')
    await page.locator('#listAgents').getByRole('button', { name: 'Try it' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await dialog.getByText(/^200 · \d+ ms$/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await page.locator('#getMyAgent').getByRole('button', { name: 'Try it' }).click()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await dialog.getByText(/^401 · \d+ ms$/).waitFor()
    await dialog.getByRole('button', { name: 'Close' }).click()
    expect(await page.getByRole('dialog', { includeHidden: true }).locator('[name=token]').inputValue()).toBe(
      '',
    )
    expect(errors.splice(0).filter((text) => !text.includes('status of 401'))).toEqual([])
  })

  it('fits on a phone in the dark', async () => {
    const phone = await app.visit({ width: 390, height: 844, dark: true })
    phone.setDefaultTimeout(60_000)
    await phone.goto('/api/docs')
    await phone.getByRole('combobox').fill('webhook')
    await phone.getByRole('option').first().waitFor()
    expect(await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await shorten(phone)
    expect(await seriousViolations(phone)).toEqual([])
  })

  it('has no accessibility violations at a desk, with an open trial', async () => {
    await page.goto('/api/docs#registerUser')
    await shorten(page)
    expect(await seriousViolations(page)).toEqual([])
    await page.locator('#registerUser').getByRole('button', { name: 'Try it' }).click()
    expect(await seriousViolations(page)).toEqual([])
  })
})

/** Keeps a few sections of each kind: the check takes minutes on the whole page. */
async function shorten(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const group of [...document.querySelectorAll('.group')].slice(1, -4)) group.remove()
    for (const group of document.querySelectorAll('.group'))
      for (const part of [...group.querySelectorAll('[data-find]')].slice(4)) part.remove()
  })
}
