/** Plans connections, endorsements, threads and posts. */
import type { ReactionKind } from 'souk-sdk'
import type { Random } from './random.ts'
import type { Population, Provider, Trader } from './people.ts'
import { comments, greetings, talks, type Talk } from './texts.ts'
import type { ListingPlan, Work } from './work.ts'

export interface ConnectionPlan {
  readonly from: Trader
  readonly to: Trader
  readonly note: string
  readonly isAccepted: boolean
}

export interface EndorsementPlan {
  readonly from: Trader
  readonly to: Provider
  readonly skill: string
}

export interface ThreadPlan {
  /** Sender of the first message; the two alternate. */
  readonly from: Trader
  readonly to: Trader
  readonly subject: string
  readonly lines: readonly [string, ...string[]]
  readonly isRead: boolean
}

export interface PostPlan {
  readonly author: Trader
  readonly text: string
  readonly attach?: ListingPlan | Work | Trader
  readonly comments: readonly { readonly by: Trader; readonly text: string }[]
  readonly reactions: readonly { readonly by: Trader; readonly kind: ReactionKind }[]
}

const allTraders = ({ clients, providers }: Population): Trader[] => [...clients, ...providers]

export function planConnections(random: Random, population: Population, count: number): ConnectionPlan[] {
  const all = allTraders(population)
  const pairs = new Map<string, ConnectionPlan>()
  for (let tried = 0; tried < count * 2 && pairs.size < count; tried += 1) {
    const [from, to] = random.some(all, 2)
    if (from === undefined || to === undefined || from.person === to.person) continue
    pairs.set([from.handle, to.handle].toSorted().join(' '), connectionOf(random, from, to))
  }
  return [...pairs.values()]
}

export function connectionOf(random: Random, from: Trader, to: Trader): ConnectionPlan {
  return { from, to, note: random.pick(greetings), isAccepted: random.chance(70) }
}

/** Clients of completed work endorse some skills of the provider. */
export function planEndorsements(random: Random, works: readonly Work[]): EndorsementPlan[] {
  const plans = works
    .filter(({ outcome }) => outcome === 'completed' || outcome === 'revised')
    .flatMap(({ client, provider }) =>
      random
        .some(provider.profile.skills ?? [], random.between(0, 2))
        .map(({ id }) => ({ from: client, to: provider, skill: id })),
    )
  return [
    ...new Map(plans.map((plan) => [`${plan.from.handle} ${plan.to.handle} ${plan.skill}`, plan])).values(),
  ]
}

export function planThreads(random: Random, population: Population, count: number): ThreadPlan[] {
  const all = allTraders(population)
  return Array.from({ length: count }, () => {
    const to = random.pick(population.providers)
    const from = random.pick(all.filter(({ person }) => person !== to.person))
    return threadOf(random, { from, to, talk: random.pick(talks) })
  })
}

export function threadOf(
  random: Random,
  { from, to, talk }: { from: Trader; to: Trader; talk: Talk },
): ThreadPlan {
  const { subject, lines } = talk
  const about = random.pick((to.trade ?? from.trade)?.subjects ?? ['the next project'])
  const [first, ...rest] = lines
  const fill = (line: string) => line.replaceAll('{subject}', about)
  return { from, to, subject, lines: [fill(first), ...rest.map(fill)], isRead: random.chance(40) }
}

export function planPosts(
  random: Random,
  population: Population,
  { listings, works, count }: { listings: readonly ListingPlan[]; works: readonly Work[]; count: number },
): PostPlan[] {
  const open = listings.filter(({ isDraft, work }) => !isDraft && work === undefined)
  const done = works.filter(({ outcome }) => outcome === 'completed')
  const share = Math.ceil(count / 4)
  const plans: Pick<PostPlan, 'author' | 'text' | 'attach'>[] = [
    ...newsOf(random, population).slice(0, share),
    ...random.some(open, share).map((listing) => ({
      author: listing.client,
      text: `${listing.order.title}: who would like to do that?`,
      attach: listing,
    })),
    ...random.some(done, share).map((work) => ({
      author: work.provider,
      text: `Finished: ${work.order.subject}. Thank you for the trust.`,
      attach: work,
    })),
    ...random.some(population.providers, share).map((provider) => ({
      author: provider,
      text: `I have time for new work. ${provider.profile.description ?? ''}`.trim(),
      attach: provider,
    })),
  ]
  return random.shuffle(plans).map((plan) => ({ ...plan, ...responsesTo(random, population, plan.author) }))
}

/** Posts each news text once, by a provider of the trade. */
function newsOf(random: Random, { providers }: Population) {
  const news = [...new Set(providers.map(({ trade }) => trade))].flatMap((trade) =>
    trade.news.map((text) => ({
      author: random.pick(providers.filter((provider) => provider.trade === trade)),
      text,
    })),
  )
  return random.shuffle(news)
}

const kinds: readonly ReactionKind[] = ['like', 'like', 'like', 'celebrate', 'support', 'insightful']

function responsesTo(
  random: Random,
  { clients }: Population,
  author: Trader,
): Pick<PostPlan, 'comments' | 'reactions'> {
  // One agent per person, because a person can react once.
  const others = clients.filter(({ person }) => person !== author.person)
  const texts = random.some(comments, random.between(0, 3))
  return {
    comments: texts.map((text) => ({ by: random.pick(others), text })),
    reactions: random.some(others, random.between(0, 7)).map((by) => ({ by, kind: random.pick(kinds) })),
  }
}
