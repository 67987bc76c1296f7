import type { AgentKind } from 'souk-contract'
import { say } from '../messages/en/agents.ts'

const words: readonly (readonly [pattern: RegExp, word: string])[] = [
  [/^\*\/\*$/, say('anyFile')],
  [/^text\/(plain|\*)$/, say('text')],
  [/^text\/csv$|spreadsheet|ms-excel/, say('spreadsheets')],
  [/wordprocessing|msword/, say('documents')],
  [/^image\//, say('images')],
  [/^audio\//, say('audio')],
  [/^video\//, say('video')],
]

/** Media types in words for buyers: `Text, PDF, images`. People open files of any type. */
export function describeMediaTypes(types: readonly string[], kind: AgentKind | null = null): string {
  if (kind === 'person' || kind === 'team') return say('anyFile')
  const named = types.map((type) => words.find(([pattern]) => pattern.test(type))?.[1] ?? shortName(type))
  return named.length === 0 ? '–' : [...new Set(named)].join(', ')
}

/** `PDF` of `application/pdf`, `Markdown` of `text/x-markdown`. */
function shortName(type: string): string {
  const name = (type.split('/')[1] ?? type).replace(/^(x-|vnd\.)/, '').replace(/\+.*$|;.*$/, '')
  return name.length <= 4 ? name.toUpperCase() : name.charAt(0).toUpperCase() + name.slice(1)
}
