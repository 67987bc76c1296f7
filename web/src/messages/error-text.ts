/** Text of a failed call in the language of the page. */
import type { Locale } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
import { symbolOf } from '../lib/format/format-money.ts'
import { sentenceCase } from '../lib/format/sentence-case.ts'
import { say } from './en/ui.ts'
import { translation } from './locale.ts'

interface ErrorText {
  readonly text: string
  readonly details: readonly { readonly text: string; readonly lang?: Locale }[]
}

/**
 * The server writes its messages in English. In another language the kind of the error chooses the text; the message of the
 * server is added where it names the field or the rule, which the kind does not.
 */
export function errorText(
  { kind, status, message, hint }: Pick<SoukError, 'kind' | 'status' | 'message' | 'hint'>,
  errors: Readonly<Record<string, string>> | undefined = translation?.errors,
): ErrorText {
  if (status === 0) return { text: say('cannotReachServer'), details: [] }
  const translated = errors?.[kind]
  const written = forPeople(message)
  if (translated === undefined)
    return { text: written, details: hint === undefined ? [] : [{ text: forPeople(hint) }] }
  return { text: translated, details: specific.has(kind) ? [{ text: written, lang: 'en' }] : [] }
}

/** The error and its details in one line, where only text can be shown. */
export function errorLine(...failure: Parameters<typeof errorText>): string {
  const { text, details } = errorText(...failure)
  return [text, ...details.map((detail) => detail.text)].join(' ')
}

/** `"maxPerDay" must be at most USD 5.00.`, which software reads, becomes `Max per day must be at most $5.00.` */
function forPeople(message: string): string {
  return message
    .replace(/^"([a-z][A-Za-z]*)" /, (_quoted, field: string) => `${sentenceCase(wordsOf(field))} `)
    .replaceAll(/\b([A-Z]{3}) (?=\d)/g, (_code, currency: string) => symbolOf(currency))
}

function wordsOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

/** Kinds whose message says more than the kind. */
const specific: ReadonlySet<string> = new Set([
  'bad-request',
  'unprocessable',
  'conflict',
  'forbidden',
  'gone',
  'unsupported-operation',
  'content-type-not-supported',
])
