import { html } from '../../lib/html.ts'
import type { PageDescription } from './describe-page.ts'

/** Longer summaries are cut: link previews show about two lines. */
const summaryLengthMax = 200

/** The built page with the title, summary and Open Graph tags of what it shows. */
export function withDescription(page: string, description: PageDescription | 'missing'): string {
  const head = description === 'missing' ? missingHead : headOf(description)
  return page
    .replace(/<title>[^<]*<\/title>/, '')
    .replace(/<meta name="description"[^>]*>/, '')
    .replace('</head>', () => `${head}</head>`)
}

/** Same for every missing object, so that it does not disclose whether a private one exists. */
const missingHead = html`<title>Page not found · Souk</title><meta name="robots" content="noindex" />`.text

function headOf({ title, summary, type }: PageDescription): string {
  const short = shorten(summary)
  return html`<title>${title} · Souk</title>
    <meta name="description" content="${short}" />
    <meta property="og:site_name" content="Souk" />
    <meta property="og:type" content="${type}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${short}" />
    <meta name="twitter:card" content="summary" />`.text
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
