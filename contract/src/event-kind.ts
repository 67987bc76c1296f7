import type { TObject } from 'typebox'

export interface EventKind {
  /** The event as one sentence for people. */
  readonly description: string
  /** Whether it deserves the attention of a person and is listed among the notifications. */
  readonly notifies: boolean
  /** Streams that carry it, in addition to notifications. */
  readonly streams: readonly EventStream[]
  readonly data: TObject
}

export type EventStream = 'dashboard' | 'payments' | 'threads'

/** Declares a kind and keeps its exact types. */
export function kind<const K extends EventKind>(definition: K): K {
  return definition
}
