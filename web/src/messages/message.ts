/** Renders ICU messages. The build has parsed them (`scripts/compile-messages.ts`), so that no parser is sent to browsers. */
import { createElement, Fragment, type ReactNode } from 'react'
import { numberFormatter, pluralRules } from '../lib/format/formatters.ts'
import { isolate } from '../lib/format/isolate.ts'

export type Message = string | readonly Part[]

type Part =
  | string
  | { readonly value: string }
  | { readonly plural: string; readonly cases: Cases }
  | { readonly select: string; readonly cases: Cases }
  | { readonly tag: string; readonly content: Message }

export type Cases = Readonly<Record<string, Message>>

export type Value = ReactNode | ((content: ReactNode) => ReactNode)
type Values = Readonly<Record<string, Value>>

interface Context {
  readonly values: Values
  readonly locale: string
}

export function renderText(message: Message, context: Context): string {
  return render(message, context)
    .map((node) => (typeof node === 'string' ? node : ''))
    .join('')
}

/** Values can be elements; a tag such as `<link>` calls its value with the text inside. */
export function renderRich(message: Message, context: Context): ReactNode {
  return createElement(Fragment, null, ...render(message, context))
}

function render(message: Message, context: Context): ReactNode[] {
  if (typeof message === 'string') return [message]
  return message.flatMap((part) => {
    if (typeof part === 'string') return [part]
    if ('tag' in part) return [renderTag(part.tag, part.content, context)]
    if ('plural' in part) return render(pluralCase(part.plural, part.cases, context), context)
    if ('select' in part) return render(caseOf(part.cases, context.values[part.select]), context)
    return [plain(context.values[part.value], context)]
  })
}

function renderTag(tag: string, content: Message, context: Context): ReactNode {
  const wrap = context.values[tag]
  const inner = render(content, context)
  return typeof wrap === 'function' ? wrap(createElement(Fragment, null, ...inner)) : inner
}

function plain(value: Value, { locale }: Context): ReactNode {
  if (typeof value === 'number') return numberFormatter(locale).format(value)
  if (typeof value === 'string') return isolate(value)
  return typeof value === 'function' ? null : value
}

function pluralCase(name: string, cases: Cases, { values, locale }: Context): Message {
  const count = Number(values[name])
  return cases[`=${count}`] ?? caseOf(cases, pluralRules(locale).select(count))
}

function caseOf(cases: Cases, key: Value): Message {
  return (typeof key === 'string' ? cases[key] : undefined) ?? cases['other'] ?? ''
}
