/** Plans the whole world. Pure and deterministic: the same seed gives the same world. */
import { minorUnits } from 'souk-sdk'
import { Random } from './random.ts'
import { planPopulation, type Population, type Person, type WorldNaming, type Trader } from './people.ts'
import {
  planConnections,
  planEndorsements,
  planPosts,
  planThreads,
  type ConnectionPlan,
  type EndorsementPlan,
  type PostPlan,
  type ThreadPlan,
} from './social.ts'
import { planVisitorActivity, planVisitors, type Visitors } from './visitors.ts'
import { Planner, type Outcome, type ListingPlan, type Work } from './work.ts'

export interface Size {
  readonly people: number
  readonly providers: number
  readonly open: number
  readonly drafts: number
  readonly completed: number
  /** Tasks per outcome that is not completed. */
  readonly perOutcome: number
  readonly threads: number
  readonly posts: number
  readonly connections: number
}

export const sizes = {
  full: {
    people: 58,
    providers: 140,
    open: 200,
    drafts: 20,
    completed: 56,
    perOutcome: 4,
    threads: 60,
    posts: 72,
    connections: 160,
  },
  small: {
    people: 6,
    providers: 14,
    open: 14,
    drafts: 2,
    completed: 4,
    perOutcome: 0,
    threads: 6,
    posts: 8,
    connections: 16,
  },
} as const satisfies Record<string, Size>

export interface World {
  readonly visitors: Visitors
  readonly people: readonly Person[]
  readonly traders: readonly Trader[]
  readonly listings: readonly ListingPlan[]
  /** Direct hires. */
  readonly hires: readonly Work[]
  readonly connections: readonly ConnectionPlan[]
  readonly endorsements: readonly EndorsementPlan[]
  readonly threads: readonly ThreadPlan[]
  readonly posts: readonly PostPlan[]
  readonly suffix: string
}

interface WorldOptions {
  readonly seed: number
  readonly size: Size
  readonly currency: string
}

export function planWorld({ seed, size, currency }: WorldOptions): World {
  // The first world has no suffix.
  const naming: WorldNaming = { currency, suffix: seed === 1 ? '' : `-${seed}` }
  const randomFor = (topic: string) => new Random(seed, topic)
  const population = planPopulation(randomFor('crowd'), naming, size)
  const visitors = planVisitors(randomFor('visitors'), naming)
  const planner = new Planner(randomFor('work'), population, minorUnits(1, currency))
  const activity = planVisitorActivity(randomFor('desks'), planner, { visitors, population })
  const trade = planTrade(randomFor('trade'), planner, size)
  const listings = [...trade.listings, ...activity.listings]
  const hires = [...trade.hires, ...activity.hires]
  const works = [...hires, ...listings.flatMap(({ work }) => work ?? [])]
  const others = randomFor('order').shuffle([...population.clients, ...population.providers])
  const traders = [visitors.client, visitors.provider, ...others]
  return {
    visitors,
    people: [...new Set(traders.map(({ person }) => person))],
    traders,
    listings,
    hires,
    connections: [
      ...planConnections(randomFor('connections'), population, size.connections),
      ...activity.connections,
    ],
    endorsements: planEndorsements(randomFor('endorsements'), works),
    threads: [...planThreads(randomFor('threads'), population, size.threads), ...activity.threads],
    posts: planPosts(randomFor('posts'), withVisitors(population, visitors), {
      listings,
      works,
      count: size.posts,
    }),
    suffix: naming.suffix,
  }
}

const withVisitors = ({ clients, providers }: Population, { client, provider }: Visitors): Population => ({
  clients: [...clients, client],
  providers: [...providers, provider],
})

const listedOutcomes: readonly Outcome[] = ['working', 'asked', 'delivered', 'disputed', 'failed', 'canceled']
const directOutcomes: readonly Outcome[] = ['requested', 'declined', 'working', 'delivered']

function planTrade(random: Random, planner: Planner, size: Size): Pick<World, 'listings' | 'hires'> {
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
  const all = (outcomes: readonly Outcome[]) =>
    outcomes.flatMap((outcome) => times(size.perOutcome, () => planner.work({ outcome })))
  const completed = times(size.completed, () =>
    planner.work({ outcome: random.chance(30) ? 'revised' : 'completed' }),
  )
  const isListed = completed.map(() => random.chance(75))
  const listed = [...all(listedOutcomes), ...completed.filter((_work, index) => isListed[index] === true)]
  return {
    listings: random.shuffle([
      ...listed.map((work) => planner.filled(work)),
      ...times(size.open, () => planner.open(random.between(0, 4))),
      ...times(size.drafts, () => planner.draft()),
    ]),
    hires: [...all(directOutcomes), ...completed.filter((_work, index) => isListed[index] !== true)],
  }
}
