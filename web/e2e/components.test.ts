import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'

describe.skipIf(chromiumPath === undefined)('the page of components', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  }, 120_000)
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
})
