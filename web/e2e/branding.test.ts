import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seriousViolations } from './accessibility.ts'
import { createOperator } from './operator-fixture.ts'
import { chromiumPath, startTestApp, type TestApp } from './test-app.ts'
import { signIn } from './test-people.ts'

/** Folder for screenshots; set by `npm run screens`. */
const screenshotDir = process.env['SCREENS']

const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><circle cx="32" cy="32" r="30" fill="#b5179e"/></svg>'

describe.skipIf(chromiumPath === undefined)('the brand of the marketplace', () => {
  let app: TestApp
  let page: Page
  let visitor: Page
  const problems: string[] = []
  beforeAll(async () => {
    app = await startTestApp()
    page = await app.visit({ width: 1440 })
    visitor = await app.visit({ dark: true })
    for (const one of [page, visitor]) {
      one.on('pageerror', ({ message }) => problems.push(message))
      one.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) problems.push(message.text())
      })
    }
    await signIn(page, await createOperator(app, page, 'Olive Operator', 'admin'))
  })
  afterAll(() => app.stop())

  it('shows a preview of name and color, and says which colors it adjusts', async () => {
    await page.goto('/operator/policy')
    await page.getByLabel('Name of the marketplace').fill('Bazaar')
    const color = page.getByLabel('Accent color', { exact: true })
    await color.fill('pink')
    await page.getByRole('button', { name: /^Review/ }).click()
    await page.getByText('Enter a color such as').waitFor()
    await color.fill('#ffcc00')
    const preview = page.getByRole('group', { name: 'Preview' })
    await preview.getByText('Dark: #ffcc00, as chosen.').waitFor()
    await preview.getByText(/^Light: #[0-9a-f]{6}, adjusted/).waitFor()
    expect(await preview.getByText('Bazaar').count()).toBe(2)
    await page.getByLabel('Privacy notice').fill('https://bazaar.example/privacy')
    await page.getByLabel('Support email').fill('help@bazaar.example')
    expect(await seriousViolations(page)).toEqual([])
    await shoot(page, 'operator-branding')
    await page.getByRole('button', { name: 'Review 4 changes' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change the policy?' })
    await dialog.getByLabel('Reason').fill('New brand.')
    await dialog.getByRole('button', { name: 'Apply changes' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: 'Bazaar', exact: true }).waitFor()
    await page.waitForFunction(() => document.title === 'Policy · Bazaar')
  })

  it('refuses a logo that can run scripts, and shows a harmless one', async () => {
    await page.getByRole('button', { name: 'Replace logo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Replace logo' })
    await choose(logo.replace('<circle', '<script>alert(1)</script><circle'))
    await dialog.getByLabel('Reason').fill('New logo.')
    await dialog.getByRole('button', { name: 'Replace logo' }).click()
    await dialog.getByText('the element "script" is not allowed').waitFor()
    await choose(logo)
    await dialog.getByRole('button', { name: 'Replace logo' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('img', { name: 'Logo on dark background' }).waitFor()
    await page.getByText('New logo.').waitFor()
  })

  it('appears to visitors from the first byte on, in both themes', async () => {
    const html = await (await visitor.request.get('/discover')).text()
    expect(html).toContain('<meta name="application-name" content="Bazaar" />')
    expect(html).toContain('· Bazaar</title>')
    expect(html).toMatch(/<link rel="icon" href="\/branding\/[0-9a-f]{64}\.svg" type="image\/svg\+xml" \/>/)
    await visitor.goto('/sign-in')
    await visitor.getByText('New to Bazaar?').waitFor()
    const brand = visitor.getByRole('link', { name: 'Bazaar', exact: true })
    await brand.waitFor()
    expect(
      await brand.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth')),
    ).toBeGreaterThan(0)
    await visitor.getByRole('link', { name: 'Privacy' }).waitFor()
    expect(await visitor.getByRole('link', { name: 'Support' }).getAttribute('href')).toBe(
      'mailto:help@bazaar.example',
    )
    const button = visitor.getByRole('button', { name: 'Sign in' })
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(255, 204, 0)')
    expect(await seriousViolations(visitor)).toEqual([])
    await visitor.emulateMedia({ colorScheme: 'light' })
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).not.toBe('rgb(255, 204, 0)')
    expect(await seriousViolations(visitor)).toEqual([])
    await shoot(visitor, 'branded-sign-in')
    expect(problems).toEqual([])
  })

  async function choose(content: string): Promise<void> {
    await page.getByLabel('Image').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: Buffer.from(content),
    })
  }
})

async function shoot(page: Page, name: string): Promise<void> {
  if (screenshotDir !== undefined)
    await page.screenshot({ path: `${screenshotDir}/${name}.png`, fullPage: true })
}
