/** The marketplace that is being filled, and what is known of it by now. */
import type { Client } from 'souk-sdk'
import type { Person, Trader } from '../plan/people.ts'
import type { World } from '../plan/world.ts'
import type { Progress } from '../progress.ts'

export interface Market {
  /** Where it is, such as `http://localhost:4000`. */
  readonly url: string
  readonly currency: string
  readonly world: World
  readonly progress: Progress
  /** Aborted when nothing more shall begin. */
  readonly signal: AbortSignal
  /** The password of the two visitors. */
  readonly password: string
  /** Each profile with a client that acts as it. */
  readonly desks: Map<Trader, Client>
  readonly userIds: Map<Person, string>
  readonly tokens: Map<Person, string>
  /** Ids of listings and tasks, by their plans. */
  readonly ids: Map<object, string>
}

/** So many calls are under way at once: enough to keep a small server busy, too few to make it gasp. */
const hands = 8

/** Does something to each, several at a time. */
export async function forEach<T>(
  { progress, signal }: Pick<Market, 'progress' | 'signal'>,
  jobs: readonly T[],
  deed: (job: T) => Promise<unknown>,
): Promise<void> {
  const rest = jobs.values()
  const work = async () => {
    for (const job of rest) {
      signal.throwIfAborted()
      await deed(job)
      progress.step()
    }
  }
  await Promise.all(Array.from({ length: hands }, work))
}

export function deskOf({ desks }: Market, trader: Trader): Client {
  return known(desks, trader, trader.handle)
}

export function userIdOf({ userIds }: Market, person: Person): string {
  return known(userIds, person, person.name)
}

export function tokenOf({ tokens }: Market, person: Person): string {
  return known(tokens, person, person.name)
}

export function idOf({ ids }: Market, plan: object): string {
  return known(ids, plan, 'that')
}

function known<K, V>(map: ReadonlyMap<K, V>, key: K, name: string): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`Nothing is known of ${name}.`)
  return value
}
