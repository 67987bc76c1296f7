import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { translation } from '../src/messages/de/index.ts'
import { english } from '../src/messages/en/index.ts'
import { createFixture } from './fixture.ts'
import type { Fixture } from './screens.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { signIn } from './test-people.ts'

const german: Readonly<Record<string, Readonly<Record<string, string>>>> = translation

/** English messages that differ from German. Messages with values are compiled to lists and are not compared. */
const englishTexts = new Set(
  Object.entries(english).flatMap(([area, { english: messages }]) =>
    Object.entries<unknown>(messages).flatMap(([key, text]) =>
      typeof text === 'string' && text !== german[area]?.[key] ? [text] : [],
    ),
  ),
)
const germanTexts = new Set(Object.values(german).flatMap((messages) => Object.values(messages)))

describe.skipIf(chromiumPath === undefined)('a German account', () => {
  let app: TestApp
  let page: Page
  let fixture: Fixture
  beforeAll(async () => {
    app = await startTestApp()
    fixture = await createFixture(app, await app.visit())
    const { call } = app.server()
    page = await app.visit()
    const person = { name: fixture.client, ...fixture.credentials }
    const { token } = (await call('createSession', fixture.credentials)).data
    await call('updateMe', { locale: 'de' }, { as: token })
    await signIn(page, person)
    await page.goto('/')
    await page.locator('html[lang=de]').waitFor()
  })
  afterAll(() => app.stop())

  it('is asked in the language of its browser to sign in', async () => {
    const context = await app.browser.newContext({ baseURL: app.origin, locale: 'de-DE' })
    const visitor = await context.newPage()
    await visitor.goto('/sign-in')
    await visitor.getByRole('button', { name: 'Anmelden' }).waitFor()
    expect(await visitor.locator('html').getAttribute('lang')).toBe('de')
    expect(await englishOn(visitor)).toEqual([])
    await visitor.getByLabel('E-Mail').fill(fixture.credentials.email)
    await visitor.getByLabel('Passwort').fill(fixture.credentials.password)
    await visitor.getByRole('button', { name: 'Anmelden' }).click()
    await visitor.getByRole('heading', { name: 'Meine Arbeit' }).waitFor()
    await context.close()
  })

  it.each([
    ['agents', () => '/discover'],
    ['jobs', () => '/listings'],
    ['work', () => '/my-work/given'],
    ['a task', () => `/tasks/${fixture.provider}/${fixture.task}`],
    ['money', () => '/money'],
    ['consent', () => fixture.consent],
    ['a device', () => '/device'],
    ['connected apps', () => '/settings/apps'],
  ])('sees no English on the screen of %s', async (_screen, path) => {
    await page.goto(path())
    await page.locator('h1').first().waitFor()
    await page.waitForFunction(() => document.querySelector('[role=status][aria-label]') === null)
    expect(await englishOn(page)).toEqual([])
  })

  it('sees amounts and dates in German', async () => {
    await page.goto('/money')
    await page.getByText('455,00\u00A0$').first().waitFor()
    await page.goto(`/tasks/${fixture.provider}/${fixture.task}`)
    await page.getByText('45,00\u00A0$').first().waitFor()
    const deadline = page.locator('time[title]').filter({ hasText: 'automatisch angenommen' }).first()
    expect(await deadline.getAttribute('title')).toMatch(/^\d{1,2}\. \S+, \d{2}:\d{2} \S+/)
  })
})

/** Texts and labels of the page that are English messages. */
async function englishOn(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const texts: string[] = []
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) texts.push(walker.currentNode.textContent ?? '')
    for (const element of document.querySelectorAll('*'))
      for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '')
    return texts.map((text) => text.trim())
  })
  return [...new Set(shown)].filter((text) => englishTexts.has(text) && !germanTexts.has(text))
}
