import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('the page of components', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it.each([
    ['light', { width: 1280 }],
    ['dark', { width: 360, dark: true }],
  ] as const)('has no serious accessibility violations in the %s theme', async (_theme, viewport) => {
    const page = await app.visit(viewport)
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto('/dev/ui')
    await page.getByRole('heading', { name: 'Overlays and secrets' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    expect(await seriousViolations(page)).toEqual([])
    expect(errors).toEqual([])
  })

  it('puts the marker of each list item on the side where its text starts', async () => {
    const page = await app.visit()
    await page.goto('/dev/ui')
    const room = (text: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: text })
        .evaluate((item) => [getComputedStyle(item).marginLeft, getComputedStyle(item).marginRight])
    expect(await room('From left to right')).toEqual(['22px', '0px'])
    expect(await room('من اليمين إلى اليسار')).toEqual(['0px', '22px'])
    const quote = page.getByRole('blockquote')
    expect(await quote.evaluate((element) => getComputedStyle(element).borderRightWidth)).toBe('3px')
  })

  it('keeps a toast while the pointer or the focus is on it', async () => {
    const page = await app.visit()
    await page.clock.install()
    await page.goto('/dev/ui')
    const undo = page.getByRole('button', { name: 'Undo' })
    await page.getByRole('button', { name: 'Show a toast' }).click()
    await undo.hover()
    await page.clock.fastForward('00:30')
    expect(await undo.isVisible()).toBe(true)
    await undo.focus()
    await page.mouse.move(0, 0)
    await page.clock.fastForward('00:30')
    expect(await undo.isVisible()).toBe(true)
    await undo.blur()
    await page.clock.fastForward('00:30')
    await undo.waitFor({ state: 'detached' })
  })
})
