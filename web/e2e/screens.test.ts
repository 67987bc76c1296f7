import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { screens, strangerScreens, type World } from './screens.ts'
import { chromiumPath, openStage, type Stage } from './test-app.ts'
import { furnish } from './fixture.ts'

/** Where to put a picture of every screen: `npm run screens` says docs/screens. */
const pictures = process.env['SCREENS']

describe.skipIf(chromiumPath === undefined)('every screen', () => {
  let stage: Stage
  let person: Page
  let stranger: Page
  let world: World
  let axe: string
  const faults: string[] = []
  beforeAll(async () => {
    stage = await openStage()
    const look = pictures === undefined ? {} : { scale: 0.5 }
    person = await stage.visit(look)
    stranger = await stage.visit(look)
    for (const page of [person, stranger]) {
      page.on('pageerror', ({ message }) => faults.push(message))
      page.on('console', (message) => {
        // A browser complains of every refusal, but to be a stranger or to have no webhook is no fault.
        const refused = /status of 40[14]/.test(message.text())
        if (message.type() === 'error' && !refused) faults.push(message.text())
      })
    }
    world = await furnish(stage, person)
    axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  }, 180_000)
  afterAll(() => stage.stop())

  const desk = { width: 1440, height: 900 }
  const phone = { width: 360, height: 780 }
  // Pictures are taken of all four; two are enough to see that every screen is sound.
  const looks = [
    ['desk-light', desk, 'light'],
    ['phone-dark', phone, 'dark'],
    ...(pictures === undefined
      ? []
      : ([
          ['desk-dark', desk, 'dark'],
          ['phone-light', phone, 'light'],
        ] as const)),
  ] as const

  describe.each(looks)('on %s', (look, size, colorScheme) => {
    it.each(Object.entries(screens))(
      'is sound: %s',
      async (screen, path) => {
        const page = strangerScreens.has(screen) ? stranger : person
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const answer = await page.goto(path(world))
        expect(answer?.status()).toBe(200)
        await settled(page)
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0)
        expect(await page.locator('[role=alert]').allTextContents()).toEqual([])
        expect(await seriousFaults(page, axe)).toEqual([])
        expect(faults.splice(0)).toEqual([])
        if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${screen}-${look}.png` })
      },
      60_000,
    )
  })
})

/** Everything that was asked for has come. */
async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForFunction(() => document.querySelector('[role=status][aria-label=Loading]') === null)
}

/** What axe finds against WCAG 2.2 A and AA that keeps somebody out. It is put in beside the page, past its policy. */
async function seriousFaults(page: Page, axe: string): Promise<string[]> {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations }: Findings = await Reflect.get(globalThis, 'axe').run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
      )
  })
}

interface Findings {
  readonly violations: readonly {
    readonly id: string
    readonly impact: string
    readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
  }[]
}
