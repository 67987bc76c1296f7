/** State of the run: the marketplace that is filled and the ids created so far. */
import type { Client } from 'souk-sdk'
import type { Person, Trader } from '../plan/people.ts'
import type { World } from '../plan/world.ts'
import type { Progress } from '../progress.ts'

export interface FillContext {
  /** Origin, such as `http://localhost:4000`. */
  readonly url: string
  readonly currency: string
  readonly world: World
  readonly progress: Progress
  /** Aborted when the run is interrupted. */
  readonly signal: AbortSignal
  /** Password of the two demo users. */
  readonly password: string
  /** API clients, by the agent that they act as. */
  readonly clients: Map<Trader, Client>
  readonly userIds: Map<Person, string>
  readonly tokens: Map<Person, string>
  /** Ids of created listings and tasks, by plan. */
  readonly ids: Map<object, string>
}

/** Keeps a small server busy without overloading it. */
const concurrency = 8

/** Runs an action for each job, with limited concurrency. */
export async function forEach<T>(
  { progress, signal }: Pick<FillContext, 'progress' | 'signal'>,
  jobs: readonly T[],
  action: (job: T) => Promise<unknown>,
): Promise<void> {
  const rest = jobs.values()
  const work = async () => {
    for (const job of rest) {
      signal.throwIfAborted()
      await action(job)
      progress.step()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
}

export function clientFor({ clients }: FillContext, trader: Trader): Client {
  return known(clients, trader, trader.handle)
}

export function userIdOf({ userIds }: FillContext, person: Person): string {
  return known(userIds, person, person.name)
}

export function tokenOf({ tokens }: FillContext, person: Person): string {
  return known(tokens, person, person.name)
}

export function idOf({ ids }: FillContext, plan: object): string {
  return known(ids, plan, 'The plan')
}

function known<K, V>(map: ReadonlyMap<K, V>, key: K, name: string): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`${name} has not been created.`)
  return value
}
