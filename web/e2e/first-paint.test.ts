import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath, signUp, startTestApp, type TestApp } from './test-app.ts'
import { createPerson } from './test-people.ts'

describe.skipIf(chromiumPath === undefined)('the first paint', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('shows the shell while the scripts are loading, then the page', async () => {
    const page = await app.visit()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/discover', { waitUntil: 'commit' })
    await page.locator('.boot-bar').waitFor()
    const display = () => page.locator('.boot-bar').evaluate((bar) => getComputedStyle(bar).display)
    await expect.poll(display).toBe('flex')
    release()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.locator('.boot').count()).toBe(0)
  })

  it('shows the frame of the app while the session of a signed-in person is checked', async () => {
    const page = await app.visit({ width: 1280 })
    await signUp(page, 'Frieda Frame')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/api/users/me', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/my-work')
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    const left = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().left)
    const before = await left()
    expect(await page.getByRole('link', { name: 'How it works' }).count()).toBe(0)
    release()
    await page.getByRole('heading', { name: 'My work' }).waitFor()
    expect(await left()).toBe(before)
  })

  it('sends at most 200 KB of scripts in 30 files for the first route, and no other language', async () => {
    const page = await app.visit()
    await page.goto('/', { waitUntil: 'networkidle' })
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap((entry) => (entry instanceof PerformanceResourceTiming ? [entry] : []))
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize })),
    )
    expect(scripts.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(200_000)
    expect(scripts.length).toBeLessThanOrEqual(30)
    expect(scripts.filter(({ name }) => /\/de-[^/]*$/.test(name))).toEqual([])
  })

  it('titles a public profile before any script runs, and returns 404 for a missing one', async () => {
    const owner = await app.visit()
    const { name } = await signUp(owner, 'Vera Visible')
    const stranger = await app.visit()
    await stranger.route('**/*.js', (route) => route.abort())
    const profile = await stranger.goto(`/agents/${name}`)
    expect(profile?.status()).toBe(200)
    expect(await stranger.title()).toMatch(/^Vera Visible.* · Souk$/)
    expect((await stranger.goto('/agents/no-such-agent'))?.status()).toBe(404)
    const own = await owner.goto(`/agents/${name}`)
    expect(own?.status()).toBe(200)
  })

  it.each([1280, 390])('does not move the market of a visitor while it loads, %i px wide', async (width) => {
    await createPerson(
      app,
      'Many Agents',
      Array.from({ length: 12 }, (_, index) => `Agent${index}`),
    )
    const page = await app.visit({ width })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Reflect.set(globalThis, 'shifts', shifts)
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300))
      await route.continue()
    })
    await page.goto('/discover')
    await page.getByRole('article').nth(11).waitFor()
    await page.getByText(/^\d+ agents$/).waitFor()
    const shifts: number[] = await page.evaluate(() => Reflect.get(globalThis, 'shifts'))
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.005)
  })
})
