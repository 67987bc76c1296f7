/** The built page with the name, logo and accent color of the marketplace. Pure. */
import type { Policy } from 'souk-contract'
import { escape, html } from '../../lib/html.ts'

type BrandPolicy = Pick<Policy, 'marketName' | 'logo' | 'accentColor'>

export interface BrandSettings {
  readonly origin: string
  readonly policy: BrandPolicy
}

export interface Brand extends BrandPolicy {
  readonly origin: string
}

export const builtInBrand: BrandSettings = {
  origin: 'http://localhost:4000',
  policy: { marketName: 'Souk', logo: null, accentColor: null },
}

export function brandOf({ origin, policy }: BrandSettings): Brand {
  const { marketName, logo, accentColor } = policy
  return { origin, marketName, logo, accentColor }
}

/** Name of the product, which the built page contains where the name of the marketplace belongs. */
const product = 'Souk'

export function withBrand(page: string, { marketName, logo, accentColor }: Brand): string {
  const name = escape(marketName)
  const named = page
    .replace(`<title>${product}</title>`, () => `<title>${name}</title>`)
    .replace(
      `name="application-name" content="${product}"`,
      () => `name="application-name" content="${name}"`,
    )
    .replace(`/>${product}</div>`, () => `/>${name}</div>`)
    .replace(`<noscript>${product} `, () => `<noscript>${name} `)
  const marked =
    logo === null
      ? named
      : named
          .replace(
            '<link rel="icon" href="/icon.svg" type="image/svg+xml" />',
            () => html`<link rel="icon" href="${logo.path}" type="${logo.mediaType}" />`.text,
          )
          .replace('<img src="/icon.svg"', () => html`<img src="${logo.path}"`.text)
  if (accentColor === null) return marked
  const path = `/branding/accent-${accentColor.slice(1)}.css`
  return marked.replace(
    '</head>',
    () => html`<link id="accent" rel="stylesheet" href="${path}" /></head>`.text,
  )
}
