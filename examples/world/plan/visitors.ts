/** The two whom the reader can sign in as: on their desks lies one of everything. */
import type { Dice } from './dice.ts'
import { personOf, providerOf, type Crowd, type Place, type Provider, type Trader } from './people.ts'
import { connectionOf, threadOf, type ConnectionPlan, type ThreadPlan } from './social.ts'
import { trades } from './trades.ts'
import { proofreading } from './trades/proofreading.ts'
import { talks } from './words.ts'
import type { Course, ListingPlan, Planner, Work } from './work.ts'

export interface Visitors {
  readonly client: Provider
  readonly provider: Provider
}

export function planVisitors(dice: Dice, place: Place): Visitors {
  const [trade] = trades
  const [calling = ''] = trade.callings
  const casey = { person: personOf(place, 'Casey'), trade: proofreading, calling: 'press' }
  // A press gives work above all, and reads proofs for others when there is time.
  const press = providerOf(dice, place, casey)
  const profile = { displayName: "Casey's press", description: 'A small press for books about craft.' }
  return {
    client: { ...press, profile: { ...press.profile, ...profile } },
    provider: providerOf(dice, place, { person: personOf(place, 'Robin'), trade, calling }),
  }
}

const listed: readonly Course[] = [
  'working',
  'asked',
  'delivered',
  'disputed',
  'failed',
  'completed',
  'revised',
]
const direct: readonly Course[] = ['requested', 'declined', 'working', 'asked', 'completed']

const someDirect: readonly Course[] = ['requested', 'working', 'completed']

export interface Desks {
  readonly listings: readonly ListingPlan[]
  readonly hires: readonly Work[]
  readonly connections: readonly ConnectionPlan[]
  readonly threads: readonly ThreadPlan[]
}

export function planDesks(
  dice: Dice,
  planner: Planner,
  { visitors, crowd }: { visitors: Visitors; crowd: Crowd },
): Desks {
  const { client, provider } = visitors
  // Those who come first have the most to tell.
  const peers = crowd.providers.slice(0, 10)
  const givers = crowd.clients.slice(0, 6)
  return {
    listings: [
      planner.draft(client),
      planner.open(3, client),
      planner.open(2, client),
      ...listed.map((course) => planner.filled(planner.work({ course, client }))),
      ...listed.map((course) => planner.filled(planner.work({ course, provider }))),
      planner.filled(planner.work({ course: 'completed', client, provider })),
    ],
    hires: [
      ...direct.map((course) => planner.work({ course, client })),
      ...direct.map((course) => planner.work({ course, provider })),
      planner.work({ course: 'delivered', client, provider }),
      ...someDirect.map((course) => planner.work({ course, provider: client })),
    ],
    connections: [
      ...peers.map((peer) => ({ ...connectionOf(dice, client, peer), isAccepted: true })),
      ...givers.map((giver) => ({ ...connectionOf(dice, provider, giver), isAccepted: true })),
      ...givers.slice(0, 3).map((giver) => ({ ...connectionOf(dice, giver, client), isAccepted: false })),
      ...peers.slice(0, 3).map((peer) => ({ ...connectionOf(dice, peer, provider), isAccepted: false })),
    ],
    threads: [
      ...lettersTo(dice, client, peers),
      ...lettersTo(dice, provider, givers),
      ...lettersTo(dice, provider, [client]),
    ],
  }
}

/** Everybody writes about something else, and what they said last is still unread. */
function lettersTo(dice: Dice, to: Trader, writers: readonly Trader[]): ThreadPlan[] {
  const free = dice.shuffle(talks)
  return writers.flatMap((from) => {
    const talk = free.pop()
    return talk === undefined ? [] : { ...threadOf(dice, { from, to, talk }), isRead: false }
  })
}
