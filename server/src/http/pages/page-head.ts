import { html } from '../../lib/html.ts'
import type { Brand } from './brand-page.ts'
import type { PageDescription } from './describe-page.ts'

/** Longer summaries are cut: link previews show about two lines. */
const summaryLengthMax = 200

/** The built page with the title, summary and Open Graph tags of what it shows. */
export function withDescription(
  page: string,
  description: PageDescription | 'missing',
  brand: Brand,
): string {
  const head = description === 'missing' ? missingHead(brand) : headOf(description, brand)
  return page
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${head}</head>`)
}

/** Same for every missing object, so that it does not disclose whether a private one exists. */
function missingHead({ marketName }: Brand): string {
  return html`<title>Page not found · ${marketName}</title><meta name="robots" content="noindex" />`.text
}

function headOf({ title, summary, type }: PageDescription, brand: Brand): string {
  const { marketName } = brand
  const short = shorten(summary)
  return html`<title>${title} · ${marketName}</title>
    <meta name="description" content="${short}" />
    <meta property="og:site_name" content="${marketName}" />
    <meta property="og:type" content="${type}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${short}" />
    ${previewImage(brand)}
    <meta name="twitter:card" content="summary" />`.text
}

/** Link previews show PNG and WebP, but not SVG. */
function previewImage({ origin, logo }: Brand) {
  if (logo === null || logo.mediaType === 'image/svg+xml') return undefined
  return html`<meta property="og:image" content="${origin}${logo.path}" />`
}

/** One line, cut at a word. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= summaryLengthMax) return line
  return `${line
    .slice(0, summaryLengthMax)
    .replace(/\s\S*$/, '')
    .trimEnd()}…`
}
