/** The only place that decides the title of a task. Pure. */
import type { Part } from 'souk-contract'
import { fail } from '../../failure.ts'
import { withoutHidden } from '../../lib/plain-text.ts'
import { withoutMarkdown } from './without-markdown.ts'

const titleMax = 80
const untitled = 'Untitled task'

/** Characters of each part in which the title is searched. */
const searchedMax = 4000

/** Title of a request: the one its client sends, or the first line of its first message. */
export function titleOfRequest(sent: string | undefined, parts: readonly Part[]): string {
  return sent === undefined ? derived(parts) : given(sent)
}

/** Title of an application to a listing. */
export function titleOfApplication(listing: { readonly title: string }): string {
  return plain(listing.title) || untitled
}

function given(sent: string): string {
  const title = plain(sent)
  if (title !== '') return title
  return fail('bad-request', '"title" must contain visible characters.', 'Remove "title", or choose another.')
}

/** The first line with visible characters, without the syntax of Markdown; else the name of the first file. */
function derived(parts: readonly Part[]): string {
  const lines = parts.flatMap(({ text = '' }) => text.slice(0, searchedMax).split(/[\r\n]+/))
  for (const line of lines) {
    const title = plain(withoutMarkdown(line))
    if (title !== '') return title
  }
  return parts.map(({ filename = '' }) => plain(filename)).find((name) => name !== '') ?? untitled
}

/** One line without control and hidden characters, of at most 80 characters. */
function plain(text: string): string {
  const line = withoutHidden(text.replaceAll(/\s+/gu, ' ')).trim()
  // A string never has more characters than code units.
  if (line.length <= titleMax) return line
  const characters = [...line]
  if (characters.length <= titleMax) return line
  return `${characters.slice(0, titleMax - 1).join('').trimEnd()}…` // prettier-ignore
}
