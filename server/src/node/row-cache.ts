import type { Scope } from 'souk-contract'
import type { Id } from '../lib/ids.ts'
import { second, stopwatch } from '../lib/clock.ts'

/** What a node remembers of rows that are read with almost every call and seldom change. */
export interface Memory {
  readonly keys: Remembered<RememberedKey>
  readonly profiles: Remembered<Profile>
  /** Whether the kill switch of an agent is on, by its id. */
  readonly stops: Remembered<boolean>
  /** Something was announced: what it may have changed is forgotten at once. */
  hear(topic: string): void
}

/** As long as another node may still act on what was changed elsewhere: half of the two seconds that we promise. */
const staleMs = second

export interface Remembered<Value> {
  recall(key: string): Value | undefined
  keep(key: string, value: Value): Value
  forget(): void
}

/** A key with what a call needs of it. */
export interface RememberedKey {
  readonly id: Id<'key'>
  readonly agent_id: Id<'agt'>
  readonly secret_hash: Buffer
  readonly scopes: readonly Scope[]
  readonly wallet: boolean
  readonly expires_at: Date | null
}

/** As much of an agent as dealing with it needs. */
export interface Profile {
  readonly id: Id<'agt'>
  readonly handle: string
  readonly owner_id: Id<'usr'>
  readonly owner_verified: boolean
  readonly visibility: 'public' | 'private'
  readonly input_modes: readonly string[]
  readonly seen_at: Date | null
  /** Its webhook took the last message. */
  readonly hears_webhook: boolean
}

export function createMemory(): Memory {
  const keys = createRemembered<RememberedKey>()
  const profiles = createRemembered<Profile>()
  const stops = createRemembered<boolean>()
  return {
    keys,
    profiles,
    stops,
    hear: (topic) => {
      if (topic.startsWith('key:') || topic.startsWith('access:')) keys.forget()
      if (topic.startsWith('profile:')) profiles.forget()
      if (topic.startsWith('gate:')) stops.forget()
    },
  }
}

const entriesMax = 10_000

/** Real time counts, because staleness is a promise to people and not part of what a clock moved by hand tests. */
function createRemembered<Value>(): Remembered<Value> {
  const entries = new Map<string, { value: Value; age: () => number }>()
  return {
    recall: (key) => {
      const entry = entries.get(key)
      return entry === undefined || entry.age() > staleMs ? undefined : entry.value
    },
    keep: (key, value) => {
      entries.delete(key)
      entries.set(key, { value, age: stopwatch() })
      const [oldest] = entries.keys()
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest)
      return value
    },
    forget: () => entries.clear(),
  }
}
