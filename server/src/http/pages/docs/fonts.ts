import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Typefaces of the web app for pages outside of it, from the files that its build has named. */
export function fontFaces(webDir: string | undefined): string {
  if (webDir === undefined) return ''
  const files = assetsIn(webDir)
  return families
    .map(({ family, file }) => {
      const found = files.find(
        (name) => name.startsWith(`${file}-latin-wght-normal-`) && name.endsWith('.woff2'),
      )
      return found === undefined
        ? ''
        : `@font-face { font-weight: 100 900; font-family: "${family}"; font-display: swap; src: url("/assets/${found}") format("woff2-variations"); }\n`
    })
    .join('')
}

const families = [
  { family: 'Geist Variable', file: 'geist' },
  { family: 'Bricolage Grotesque Variable', file: 'bricolage-grotesque' },
  { family: 'Geist Mono Variable', file: 'geist-mono' },
] as const

/** Without a built app, pages use the fonts of the system. */
function assetsIn(webDir: string): readonly string[] {
  try {
    return readdirSync(join(webDir, 'assets'))
  } catch {
    return []
  }
}
