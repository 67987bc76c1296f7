import type { Page } from 'playwright-core'

/** Path of the link in the latest mail to an address, which the sandbox shows instead of sending it. */
export async function linkIn(page: Page, path: string, to: string): Promise<string> {
  const mail = page.getByRole('article').filter({ hasText: to })
  const link = mail.locator(`a[href*="/${path}?"]`).first()
  for (let tries = 0; tries < 40; tries++) {
    await page.goto('/dev/mail')
    const href = (await link.count()) === 0 ? null : await link.getAttribute('href')
    if (href !== null) return new URL(href).pathname + new URL(href).search
    await page.waitForTimeout(250)
  }
  throw new Error(`No mail to ${to} links to ${path}.`)
}
