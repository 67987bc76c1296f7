/** Derives the order from the messages of the client. */
import type { Message, Part } from 'souk-sdk'
import { isOurTrade, wordsIn, type Order } from './craft.ts'

/** The instruction in one message, and the texts that came with it. */
export interface Statement {
  readonly instruction: string
  readonly texts: readonly string[]
}

type Brief =
  | { readonly kind: 'order'; readonly order: Order }
  /** Information is missing; `question` asks for it. */
  | { readonly kind: 'unclear'; readonly question: string }
  /** A question about the service instead of work. */
  | { readonly kind: 'question' }
  | { readonly kind: 'unsupported' }

/** Later messages override earlier ones, which is also how a client requests changes. */
export function readBrief(statements: readonly Statement[]): Brief {
  const instructions = statements.map((statement) => statement.instruction)
  const text = statements.findLast(({ texts }) => texts.length > 0)?.texts.join('\n')
  const top = lastMatch(instructions, /\btop (\d{1,2})\b/i)
  const ignored = lastMatch(instructions, /\b(?:ignore|leave out):? ([^.]+)/i) ?? ''
  if (text === undefined && top === undefined && instructions.at(-1)?.trimEnd().endsWith('?') === true) {
    return { kind: 'question' }
  }
  if (!instructions.some(isOurTrade)) return { kind: 'unsupported' }
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

/** The first text part of a message is the instruction; files and other parts are texts to process. */
export function statementOf({ parts }: Message): Statement {
  const first = parts.find((part) => part.text !== undefined && part.filename === undefined)
  return {
    instruction: first?.text ?? '',
    texts: parts.filter((part) => part !== first).flatMap((part) => textOf(part) ?? []),
  }
}

/** URLs in parts are not fetched: strangers would control the requests of this machine. */
function textOf({ text, raw }: Part): string | undefined {
  return text ?? (raw === undefined ? undefined : Buffer.from(raw, 'base64').toString('utf8'))
}

function lastMatch(texts: readonly string[], pattern: RegExp): string | undefined {
  return texts.map((text) => pattern.exec(text)?.[1]).findLast((found) => found !== undefined)
}
