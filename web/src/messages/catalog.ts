/** Message catalogs: one file per area in `en`, and its translation in a file of the same name per language. */
import type { ReactNode } from 'react'
import type { RichValues, TextValues } from './arguments.ts'
import { locale, translation } from './locale.ts'
import { renderRich, renderText, type Message, type Value } from './message.ts'

type Area =
  | 'access'
  | 'account'
  | 'agents'
  | 'approvals'
  | 'apps'
  | 'disputes'
  | 'editor'
  | 'files'
  | 'invitations'
  | 'invoices'
  | 'landing'
  | 'listings'
  | 'market'
  | 'moderation'
  | 'money'
  | 'network'
  | 'notifications'
  | 'organizations'
  | 'packages'
  | 'portfolio'
  | 'posting'
  | 'posts'
  | 'profile'
  | 'reviews'
  | 'saved'
  | 'session'
  | 'settings'
  | 'shell'
  | 'tasks'
  | 'threads'
  | 'timeline'
  | 'ui'
  | 'webhooks'
  | 'welcome'
  | 'work'

export type Messages = Readonly<Record<string, string>>

/** Every area of a language, and texts for what the server describes in English. */
export type Translation = Readonly<Record<Area | 'activity' | 'errors', Messages>>

export interface Say<Catalog extends Messages> {
  <Key extends keyof Catalog & string>(key: Key, ...values: ValuesFor<TextValues<Catalog[Key]>>): string
  /** For messages with elements as values, or with tags. */
  rich<Key extends keyof Catalog & string>(key: Key, values: RichValues<Catalog[Key]>): ReactNode
  readonly english: Catalog
}

/** The messages of an area in another language: a missing or unknown key is a type error. */
export type Translated<Source extends Say<Messages>> = Readonly<Record<keyof Source['english'], string>>

type ValuesFor<Values> = [keyof Values] extends [never] ? [] : [values: Values]

/** Defines the English messages of an area. The result renders a message in the language of the page. */
export function catalog<const Catalog extends Messages>(area: Area, english: Catalog): Say<Catalog>
export function catalog(area: Area, english: Compiled) {
  return sayOf(english, translation?.[area])
}

/** Messages whose translation is loaded with them. */
export function separateCatalog<const Catalog extends Messages>(
  english: Catalog,
  translated: Messages | undefined,
): Say<Catalog>
export function separateCatalog(english: Compiled, translated: Compiled | undefined) {
  return sayOf(english, translated)
}

type Compiled = Readonly<Record<string, Message>>

function sayOf(english: Compiled, translated: Compiled | undefined) {
  const context = (values: Readonly<Record<string, Value>> = {}) => ({ values, locale })
  const find = (key: string) => translated?.[key] ?? english[key] ?? key
  return Object.assign(
    (key: string, values?: Readonly<Record<string, Value>>) => renderText(find(key), context(values)),
    {
      rich: (key: string, values: Readonly<Record<string, Value>>) => renderRich(find(key), context(values)),
      english,
    },
  )
}
