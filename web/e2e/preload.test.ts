import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { agentOf, callsOf, createPerson, signIn, type TestPerson } from './test-people.ts'

describe.skipIf(chromiumPath === undefined)('links', () => {
  let app: TestApp
  let ada: TestPerson
  let page: Page
  beforeAll(async () => {
    app = await startTestApp()
    const clara = await createPerson(app, 'Clara Client', ['Clara'])
    ada = await createPerson(app, 'Ada Provider', ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve'])
    page = await app.visit()
    await signIn(page, clara)
  })
  afterAll(() => app.stop())

  const profilePath = () => `/api/agents/${agentOf(ada).name}`
  const linkTo = (visitor: Page) => visitor.getByRole('link', { name: 'Ada', exact: true }).first()
  const openMarket = async (visitor: Page) => {
    await visitor.goto('/discover')
    await linkTo(visitor).waitFor()
    return callsOf(visitor)
  }

  it('load the page and its first query while the pointer rests on them', async () => {
    const calls = await openMarket(page)
    const loaded = page.waitForResponse((response) => new URL(response.url()).pathname === profilePath())
    // A list that renders again under the resting pointer ends the first hover.
    const isLoaded = loaded.then(() => true)
    const rested = () => page.waitForTimeout(1000).then(() => false)
    do {
      await page.mouse.move(0, 0)
      await linkTo(page).hover()
    } while (!(await Promise.race([isLoaded, rested()])))
    await linkTo(page).click()
    await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
    expect(calls.filter(({ path }) => path === profilePath())).toHaveLength(1)
  })

  it('load for the keyboard and for a finger too', async () => {
    for (const act of [
      () => linkTo(page).focus(),
      () => linkTo(page).dispatchEvent('pointerdown', { pointerType: 'touch', button: 0 }),
    ]) {
      await openMarket(page)
      await page.keyboard.press('Tab')
      const loaded = page.waitForResponse((response) => new URL(response.url()).pathname === profilePath())
      await act()
      expect((await loaded).status()).toBe(200)
    }
  })

  it('load nothing when the pointer only passes over them', async () => {
    const calls = await openMarket(page)
    await page.evaluate(sweepOverLinks)
    await page.waitForTimeout(500)
    expect(calls.filter(({ path }) => /^\/api\/agents\/\w+-/.test(path))).toEqual([])
  })

  it('load nothing for people who save data', async () => {
    const saver = await app.visit()
    await saver.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    })
    const calls = await openMarket(saver)
    await linkTo(saver).hover()
    await saver.waitForTimeout(500)
    expect(calls.filter(({ path }) => path === profilePath())).toEqual([])
    await linkTo(saver).click()
    await saver.getByRole('heading', { name: 'Ada', level: 1 }).waitFor()
  })
})

/** Enters and leaves every link within one task of the event loop, faster than any pointer. */
function sweepOverLinks(): void {
  for (const link of document.querySelectorAll('main a')) {
    const options = { bubbles: true, pointerType: 'mouse' }
    link.dispatchEvent(new PointerEvent('pointerover', options))
    link.dispatchEvent(new PointerEvent('pointerout', options))
  }
}
