import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { screens, anonymousScreens, type Fixture } from './screens.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { createFixture } from './fixture.ts'
import { seed } from '../../server/test/fixtures/seeds.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'

/** Folder for screenshots; set by `npm run screens`. */
const screenshotDir = process.env['SCREENS']

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  let app: TestApp
  let person: Page
  let anonymous: Page
  let fixture: Fixture
  const errors: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    const viewport = screenshotDir === undefined ? {} : { scale: 0.5 }
    person = await app.visit(viewport)
    anonymous = await app.visit(viewport)
    for (const page of [person, anonymous]) {
      page.on('pageerror', ({ message }) => errors.push(message))
      page.on('console', (message) => {
        // Chromium logs every 401 and 404; anonymous visitors and agents without a webhook cause them.
        const isExpected = /status of 40[14]/.test(message.text())
        if (['error', 'warning'].includes(message.type()) && !isExpected) errors.push(message.text())
      })
    }
    fixture = await createFixture(app, person)
    // The server caches the figures of the landing page.
    if (screenshotDir !== undefined)
      await vi.waitFor(async () => expect(await agentsShown()).toBeGreaterThan(0), { timeout: 15_000 })
  })
  afterAll(() => app.stop())

  const agentsShown = async () => (await app.server().call('getStats')).data.agents
  const desktop = { width: 1440, height: 900 }
  const phone = { width: 360, height: 780 }
  const variants = [
    ['desk-light', desktop, 'light'],
    ['phone-dark', phone, 'dark'],
    ['desk-dark', desktop, 'dark'],
    ['phone-light', phone, 'light'],
  ] as const
  // Each test run checks a third of the screens in one variant each, chosen by the seed; screenshots are taken of all in all four.
  const period = 3 * variants.length
  const first = seededRandom(seed).below(period)
  const screensOf = (variant: number) =>
    Object.entries(screens).filter(
      (_screen, index) => screenshotDir !== undefined || (index + first) % period === variant,
    )

  describe.each(variants.map((variant, index) => [...variant, index] as const))(
    'on %s',
    (variant, size, colorScheme, index) => {
      it.each(screensOf(index))(
        'loads without errors, overflow or serious accessibility violations: %s',
        async (screen, path) => {
          const page = anonymousScreens.has(screen) ? anonymous : person
          await page.setViewportSize(size)
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const response = await page.goto(path(fixture))
          expect(response?.status()).toBe(200)
          await waitUntilLoaded(page)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).toBeLessThanOrEqual(0)
          expect(await page.locator('[role=alert]').allTextContents()).toEqual([])
          // Before axe, for which sticky bars lose their place.
          if (screenshotDir !== undefined)
            await page.screenshot({ path: `${screenshotDir}/${screen}-${variant}.png` })
          expect(await seriousViolations(page)).toEqual([])
          expect(errors.splice(0)).toEqual([])
        },
        60_000,
      )
    },
  )
})

/** Waits until nothing is loading. */
async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null)
}
