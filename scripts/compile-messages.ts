/** Build step that replaces ICU messages in the catalogs by their parsed form. */
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { parseSync, Visitor } from 'vite'
import type { Cases, Message } from '../web/src/messages/message.ts'

export const compileMessages = {
  name: 'compile-messages',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    return /\/messages\/[a-z]{2}\/[\w-]+\.ts$/.test(id)
      ? { code: compiledCatalog(id, code), map: null }
      : null
  },
}

function compiledCatalog(path: string, code: string): string {
  const edits: { start: number; end: number; text: string }[] = []
  new Visitor({
    Property: ({ value }) => {
      if (value.type !== 'Literal' || typeof value.value !== 'string') return
      edits.push({ start: value.start, end: value.end, text: JSON.stringify(compileMessage(value.value)) })
    },
  }).visit(parseSync(path, code).program)
  return edits.reduceRight((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}

export function compileMessage(text: string): Message {
  return compact(parse(text, { shouldParseSkeletons: false }))
}

function compact(elements: readonly MessageFormatElement[], plural = ''): Message {
  const parts = elements.map((element) => partOf(element, plural))
  const [only] = parts
  if (parts.length === 0) return ''
  return parts.length === 1 && typeof only === 'string' ? only : parts
}

function partOf(element: MessageFormatElement, plural: string): Exclude<Message, string>[number] {
  switch (element.type) {
    case TYPE.literal:
      return element.value
    case TYPE.argument:
      return { value: element.value }
    case TYPE.pound:
      return { value: plural }
    case TYPE.tag:
      return { tag: element.value, content: compact(element.children, plural) }
    case TYPE.select:
      return { select: element.value, cases: casesOf(element.options, plural) }
    case TYPE.plural:
      if (element.offset !== 0 || element.pluralType === 'ordinal') throw new Error(unsupported)
      return { plural: element.value, cases: casesOf(element.options, element.value) }
    case TYPE.number:
    case TYPE.date:
    case TYPE.time:
      throw new Error(unsupported)
  }
}

const unsupported =
  'Messages have texts, {values}, plurals, selects and tags; format dates and amounts before.'

function casesOf(
  options: Readonly<Record<string, { value: MessageFormatElement[] }>>,
  plural: string,
): Cases {
  return Object.fromEntries(Object.entries(options).map(([key, { value }]) => [key, compact(value, plural)]))
}
