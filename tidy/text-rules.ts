import { posix } from 'node:path'
import type { Problem } from './import-rules.ts'
import type { Repository, TextFile } from './repository.ts'

interface Word {
  readonly pattern: RegExp
  readonly except: RegExp
  readonly say: string
}

const nowhere = /(?!)/
/** The rules must contain the words they ban. */
const own = /^tidy(\/|\.test\.ts$)|^LICENSE$/

const words: readonly Word[] = [
  { pattern: /\b(TODO|FIXME|XXX)\b/, except: nowhere, say: 'do it now or open an issue' },
  {
    pattern: /escrow/i,
    except: /^docs\/decisions\/0015-held-funds\.md$/,
    say: 'say "held funds": escrow is a licensed business in many jurisdictions',
  },
]

export function bannedWords({ texts }: Repository): Problem[] {
  return words.flatMap(({ pattern, except, say }) =>
    linesOf(texts, (path) => !own.test(path) && !except.test(path)).flatMap(({ path, line, content }) => {
      const found = pattern.exec(content)?.[0]
      return found === undefined ? [] : [{ path, line, say: `has "${found}": ${say}` }]
    }),
  )
}

const places: readonly { pattern: RegExp; say: string }[] = [
  {
    pattern: /(?<![\w.~/-])\/(work|home|root|Users|mnt|var\/folders)\/[\w.-]+/,
    say: 'machine-specific path: make it relative',
  },
  {
    pattern: /registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|"resolved": "https?:/,
    say: 'package registry: leave the choice to the installation',
  },
]

export function machinePlaces({ texts }: Repository): Problem[] {
  return linesOf(texts, (path) => !own.test(path)).flatMap(({ path, line, content }) =>
    places.flatMap(({ pattern, say }) => {
      const found = pattern.exec(content)?.[0]
      return found === undefined ? [] : [{ path, line, say: `has "${found}": ${say}` }]
    }),
  )
}

/** Checks links in Markdown files to files of the repository and to their headings. */
export function links({ texts }: Repository): Problem[] {
  const documents = texts.filter(({ path }) => path.endsWith('.md'))
  const headings = new Map(documents.map((document) => [document.path, anchorsOf(document.text)]))
  const known = new Set(texts.flatMap(({ path }) => withFolders(path)))
  return linesOf(documents.map(withoutCode), () => true).flatMap(({ path, line, content }) =>
    [...content.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return []
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : posix.join(path, '..', file).replace(/\/$/, '')
      const broken =
        !known.has(target) || (anchor !== undefined && headings.get(target)?.has(anchor) !== true)
      return broken ? [{ path, line, say: `links to ${link}, which does not exist: correct the link` }] : []
    }),
  )
}

/** Shell examples of a document assign each variable they use, or a sentence explains it as `$NAME`. */
export function shellVariables({ texts }: Repository): Problem[] {
  return texts
    .filter(({ path }) => path.endsWith('.md'))
    .flatMap(({ path, text }) => {
      const blocks = [...text.matchAll(/^ *```(\w*)\n[\s\S]*?^ *```$/gm)].filter(([, language = '']) =>
        ['', 'sh', 'bash'].includes(language),
      )
      const known = new Set([
        ...namesIn(text, /`\$([A-Z][A-Z0-9_]+)`/g),
        ...blocks.flatMap(([block]) => namesIn(block, /\b([A-Z][A-Z0-9_]+)=/g)),
      ])
      return blocks.flatMap(({ 0: block, index }) =>
        [...new Set(namesIn(block, /\$([A-Z][A-Z0-9_]+)/g))]
          .filter((name) => !known.has(name))
          .map((name) => ({
            path,
            line: text.slice(0, index).split('\n').length,
            say: `uses $${name}: assign it, or explain \`$${name}\``,
          })),
      )
    })
}

function namesIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

function withFolders(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'))
}

const blank = (code: string) => code.replaceAll(/[^\n]/g, ' ')

/** Blanks code blocks and spans, which contain no links. Line numbers stay the same. */
function withoutCode({ path, text }: TextFile): TextFile {
  return { path, text: text.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]*`/g, blank) }
}

function anchorsOf(text: string): Set<string> {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

const fragment = /^\s*it(\.\w+\(.*\))?\(['`](of|with|that|by|in|for|as|without|from|on|to|what) /

/** A failing test prints its title, which must make sense without the title of its group. */
export function testTitles({ texts }: Repository): Problem[] {
  return linesOf(texts, (path) => /\.test\.tsx?$/.test(path) && !own.test(path)).flatMap(
    ({ path, line, content }) =>
      fragment.test(content)
        ? [{ path, line, say: 'has a title that is no sentence: begin with a verb or a subject' }]
        : [],
  )
}

function linesOf(texts: readonly TextFile[], matches: (path: string) => boolean) {
  return texts
    .filter(({ path }) => matches(path))
    .flatMap(({ path, text }) =>
      text.split('\n').map((content, index) => ({ path, line: index + 1, content })),
    )
}
