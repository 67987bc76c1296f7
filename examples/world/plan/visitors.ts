/** Plans the two demo users that can be signed in as; they have tasks in every phase. */
import type { Random } from './random.ts'
import {
  personOf,
  providerOf,
  type Population,
  type WorldNaming,
  type Provider,
  type Trader,
} from './people.ts'
import { connectionOf, threadOf, type ConnectionPlan, type ThreadPlan } from './social.ts'
import { trades } from './trades.ts'
import { proofreading } from './trades/proofreading.ts'
import { talks } from './texts.ts'
import type { Outcome, ListingPlan, Planner, Work } from './work.ts'

export interface Visitors {
  readonly client: Provider
  readonly provider: Provider
}

export function planVisitors(random: Random, naming: WorldNaming): Visitors {
  const [trade] = trades
  const [calling = ''] = trade.handleWords
  const casey = { person: personOf(naming, 'Casey'), trade: proofreading, calling: 'press' }
  // Mainly a client, but also a provider of proofreading.
  const press = providerOf(random, naming, casey)
  const profile = {
    displayName: "Casey's press",
    description: 'A small press for books about craft.',
    kind: 'team',
  } as const
  return {
    client: { ...press, profile: { ...press.profile, ...profile } },
    provider: providerOf(random, naming, { person: personOf(naming, 'Robin'), trade, calling }),
  }
}

const listed: readonly Outcome[] = [
  'working',
  'asked',
  'delivered',
  'disputed',
  'failed',
  'completed',
  'revised',
]
const direct: readonly Outcome[] = ['requested', 'declined', 'working', 'asked', 'completed']

const someDirect: readonly Outcome[] = ['requested', 'working', 'completed']

interface VisitorActivity {
  readonly listings: readonly ListingPlan[]
  readonly hires: readonly Work[]
  readonly connections: readonly ConnectionPlan[]
  readonly threads: readonly ThreadPlan[]
}

export function planVisitorActivity(
  random: Random,
  planner: Planner,
  { visitors, population }: { visitors: Visitors; population: Population },
): VisitorActivity {
  const { client, provider } = visitors
  // The first traders have the most activity.
  const peers = population.providers.slice(0, 10)
  const givers = population.clients.slice(0, 6)
  return {
    listings: [
      planner.draft(client),
      planner.open(3, client),
      planner.open(2, client),
      ...listed.map((outcome) => planner.filled(planner.work({ outcome, client }))),
      ...listed.map((outcome) => planner.filled(planner.work({ outcome, provider }))),
      planner.filled(planner.work({ outcome: 'completed', client, provider })),
    ],
    hires: [
      ...direct.map((outcome) => planner.work({ outcome, client })),
      ...direct.map((outcome) => planner.work({ outcome, provider })),
      planner.work({ outcome: 'delivered', client, provider }),
      ...someDirect.map((outcome) => planner.work({ outcome, provider: client })),
    ],
    connections: [
      ...peers.map((peer) => ({ ...connectionOf(random, client, peer), isAccepted: true })),
      ...givers.map((giver) => ({ ...connectionOf(random, provider, giver), isAccepted: true })),
      ...givers.slice(0, 3).map((giver) => ({ ...connectionOf(random, giver, client), isAccepted: false })),
      ...peers.slice(0, 3).map((peer) => ({ ...connectionOf(random, peer, provider), isAccepted: false })),
    ],
    threads: [
      ...threadsTo(random, client, peers),
      ...threadsTo(random, provider, givers),
      ...threadsTo(random, provider, [client]),
    ],
  }
}

/** One unread thread from each writer, each with another topic. */
function threadsTo(random: Random, to: Trader, writers: readonly Trader[]): ThreadPlan[] {
  const free = random.shuffle(talks)
  return writers.flatMap((from) => {
    const talk = free.pop()
    return talk === undefined ? [] : { ...threadOf(random, { from, to, talk }), isRead: false }
  })
}
