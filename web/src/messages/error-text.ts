/** Text of a failed call in the language of the page. */
import type { Locale } from 'souk-contract'
import type { SoukError } from 'souk-sdk'
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
  if (translated === undefined) return { text: message, details: hint === undefined ? [] : [{ text: hint }] }
  return { text: translated, details: specific.has(kind) ? [{ text: message, lang: 'en' }] : [] }
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
