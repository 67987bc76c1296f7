/** Finds out what a client wants, from everything it has said so far. */
import type { Message, Part } from 'souk-sdk'
import { isOurTrade, wordsIn, type Order } from './craft.ts'

/** What somebody said in one go, and the texts that came with it. */
export interface Statement {
  readonly said: string
  readonly texts: readonly string[]
}

export type Brief =
  | { readonly kind: 'order'; readonly order: Order }
  /** Something is missing; this is the question about it. */
  | { readonly kind: 'unclear'; readonly question: string }
  /** Not work, only a question to us. */
  | { readonly kind: 'question' }
  | { readonly kind: 'foreign' }

/** Later words take the place of earlier ones: this is also how a client asks for changes. */
export function readBrief(statements: readonly Statement[]): Brief {
  const said = statements.map((statement) => statement.said)
  const text = statements.findLast(({ texts }) => texts.length > 0)?.texts.join('\n')
  const top = lastMatch(said, /\btop (\d{1,2})\b/i)
  const ignored = lastMatch(said, /\b(?:ignore|leave out):? ([^.]+)/i) ?? ''
  if (text === undefined && top === undefined && said.at(-1)?.trimEnd().endsWith('?') === true) {
    return { kind: 'question' }
  }
  if (!said.some(isOurTrade)) return { kind: 'foreign' }
  if (text === undefined || wordsIn(text).length === 0) {
    return {
      kind: 'unclear',
      question: 'Which text? Please send it as a file, or as a second part of your message.',
    }
  }
  if (top === undefined) {
    return {
      kind: 'unclear',
      question: 'How many of the most frequent words shall I list? Please say "top 5", for example.',
    }
  }
  return { kind: 'order', order: { text, top: Number(top), ignored: wordsIn(ignored) } }
}

/** The first part of a message is what its author says; files and all other parts are texts to work on. */
export function statementOf({ parts }: Message): Statement {
  const speech = parts.find((part) => part.text !== undefined && part.filename === undefined)
  return {
    said: speech?.text ?? '',
    texts: parts.filter((part) => part !== speech).flatMap((part) => textOf(part) ?? []),
  }
}

/** An address in a part is not looked up: strangers would choose what this machine calls. */
function textOf({ text, raw }: Part): string | undefined {
  return text ?? (raw === undefined ? undefined : Buffer.from(raw, 'base64').toString('utf8'))
}

function lastMatch(texts: readonly string[], pattern: RegExp): string | undefined {
  return texts.map((text) => pattern.exec(text)?.[1]).findLast((found) => found !== undefined)
}
