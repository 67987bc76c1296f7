/** The whole world as a plan: pure, and the same for the same seed. */
import { minorUnits } from 'souk-sdk'
import { Dice } from './dice.ts'
import { planCrowd, type Crowd, type Person, type Place, type Trader } from './people.ts'
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
import { planDesks, planVisitors, type Visitors } from './visitors.ts'
import { Planner, type Course, type ListingPlan, type Work } from './work.ts'

export interface Size {
  readonly people: number
  readonly providers: number
  readonly open: number
  readonly drafts: number
  readonly completed: number
  /** Of every course that is not completed. */
  readonly ofEachCourse: number
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
    ofEachCourse: 4,
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
    ofEachCourse: 0,
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
  /** Work without a listing. */
  readonly hires: readonly Work[]
  readonly connections: readonly ConnectionPlan[]
  readonly endorsements: readonly EndorsementPlan[]
  readonly threads: readonly ThreadPlan[]
  readonly posts: readonly PostPlan[]
  readonly mark: string
}

export interface WorldOptions {
  readonly seed: number
  readonly size: Size
  readonly currency: string
}

export function planWorld({ seed, size, currency }: WorldOptions): World {
  // The first world has the plain names; every other one marks its own.
  const place: Place = { currency, mark: seed === 1 ? '' : `-${seed}` }
  const diceFor = (matter: string) => new Dice(seed, matter)
  const crowd = planCrowd(diceFor('crowd'), place, size)
  const visitors = planVisitors(diceFor('visitors'), place)
  const planner = new Planner(diceFor('work'), crowd, minorUnits(1, currency))
  const desks = planDesks(diceFor('desks'), planner, { visitors, crowd })
  const trade = planTrade(diceFor('trade'), planner, size)
  const listings = [...trade.listings, ...desks.listings]
  const hires = [...trade.hires, ...desks.hires]
  const works = [...hires, ...listings.flatMap(({ work }) => work ?? [])]
  const others = diceFor('order').shuffle([...crowd.clients, ...crowd.providers])
  const traders = [visitors.client, visitors.provider, ...others]
  return {
    visitors,
    people: [...new Set(traders.map(({ person }) => person))],
    traders,
    listings,
    hires,
    connections: [...planConnections(diceFor('connections'), crowd, size.connections), ...desks.connections],
    endorsements: planEndorsements(diceFor('endorsements'), works),
    threads: [...planThreads(diceFor('threads'), crowd, size.threads), ...desks.threads],
    posts: planPosts(diceFor('posts'), withVisitors(crowd, visitors), { listings, works, count: size.posts }),
    mark: place.mark,
  }
}

const withVisitors = ({ clients, providers }: Crowd, { client, provider }: Visitors): Crowd => ({
  clients: [...clients, client],
  providers: [...providers, provider],
})

const listedCourses: readonly Course[] = ['working', 'asked', 'delivered', 'disputed', 'failed', 'canceled']
const directCourses: readonly Course[] = ['requested', 'declined', 'working', 'delivered']

function planTrade(dice: Dice, planner: Planner, size: Size): Pick<World, 'listings' | 'hires'> {
  const times = <T>(count: number, make: () => T) => Array.from({ length: count }, make)
  const all = (courses: readonly Course[]) =>
    courses.flatMap((course) => times(size.ofEachCourse, () => planner.work({ course })))
  const completed = times(size.completed, () =>
    planner.work({ course: dice.chance(30) ? 'revised' : 'completed' }),
  )
  const isListed = completed.map(() => dice.chance(75))
  const listed = [...all(listedCourses), ...completed.filter((_work, index) => isListed[index] === true)]
  return {
    listings: dice.shuffle([
      ...listed.map((work) => planner.filled(work)),
      ...times(size.open, () => planner.open(dice.between(0, 4))),
      ...times(size.drafts, () => planner.draft()),
    ]),
    hires: [...all(directCourses), ...completed.filter((_work, index) => isListed[index] !== true)],
  }
}
