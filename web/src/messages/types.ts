/** Types of the catalogs, for those of every language. */
import type { ReactNode } from 'react'
import type { RichValues, TextValues } from './arguments.ts'

export type Area =
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
