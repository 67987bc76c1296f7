import type { AgentKind, Scope, Standing } from 'souk-contract'
import type { GrantIdentity } from '../caller.ts'
import type { Id } from '../lib/ids.ts'
import { second, stopwatch } from '../lib/clock.ts'

/** Per-node cache of rows that almost every call reads and that seldom change. */
export interface RowCache {
  readonly keys: Cache<CachedKey>
  readonly accessTokens: Cache<CachedAccessToken>
  readonly profiles: Cache<Profile>
  /** Whether the kill switch of an agent is on, by agent id. */
  readonly killSwitches: Cache<boolean>
  /** Standing of a caller, by the ids of its agent and person. */
  readonly standings: Cache<Standing>
  /** Clears the caches that a published topic concerns. */
  invalidate(topic: string): void
}

/** Half of the promised two seconds: the other half is for the wakeup or the poll that invalidates other nodes. */
const ttlMs = second

interface Cache<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): Value
  clear(): void
}

/** The columns of an agent key that authentication needs. */
export interface CachedKey {
  readonly id: Id<'key'>
  readonly agent_id: Id<'agt'>
  readonly secret_hash: Buffer
  readonly scopes: readonly Scope[]
  readonly wallet: boolean
  readonly expires_at: Date | null
}

/** An access token of OAuth, with the key and the grant that it stands for. */
export interface CachedAccessToken {
  readonly secret_hash: Buffer
  readonly expires_at: Date
  readonly key: CachedKey
  readonly grant: GrantIdentity
}

/** The columns of an agent that hiring and messaging need. */
export interface Profile {
  readonly id: Id<'agt'>
  readonly handle: string
  readonly display_name: string
  readonly kind: AgentKind | null
  readonly avatar_file_id: string | null
  readonly owner_id: Id<'usr'>
  readonly owner_verified: boolean
  readonly visibility: 'public' | 'private'
  readonly standing: Standing
  readonly input_modes: readonly string[]
  readonly seen_at: Date | null
  /** The last delivery to its webhook succeeded. */
  readonly webhook_healthy: boolean
}

export function createRowCache(): RowCache {
  const keys = createCache<CachedKey>()
  const accessTokens = createCache<CachedAccessToken>()
  const profiles = createCache<Profile>()
  const killSwitches = createCache<boolean>()
  const standings = createCache<Standing>()
  return {
    keys,
    accessTokens,
    profiles,
    killSwitches,
    standings,
    invalidate: (topic) => {
      if (topic.startsWith('key:') || topic.startsWith('access:')) {
        keys.clear()
        accessTokens.clear()
      }
      if (topic.startsWith('profile:')) profiles.clear()
      if (topic.startsWith('gate:')) killSwitches.clear()
      if (topic.startsWith('standing:')) standings.clear()
    },
  }
}

const entriesMax = 10_000

/** The TTL is measured in real time: it is a promise to users, so a clock moved by a test must not change it. */
function createCache<Value>(): Cache<Value> {
  const entries = new Map<string, { value: Value; age: () => number }>()
  return {
    get: (key) => {
      const entry = entries.get(key)
      return entry === undefined || entry.age() > ttlMs ? undefined : entry.value
    },
    set: (key, value) => {
      entries.delete(key)
      entries.set(key, { value, age: stopwatch() })
      const [oldest] = entries.keys()
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest)
      return value
    },
    clear: () => entries.clear(),
  }
}
