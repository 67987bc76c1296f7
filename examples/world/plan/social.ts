/** What people do beside work: they connect, endorse, talk and post. */
import type { ReactionKind } from 'souk-sdk'
import type { Dice } from './dice.ts'
import type { Crowd, Provider, Trader } from './people.ts'
import { comments, greetings, talks, type Talk } from './words.ts'
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
  /** Who begins; the two take turns. */
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

const everybody = ({ clients, providers }: Crowd): Trader[] => [...clients, ...providers]

export function planConnections(dice: Dice, crowd: Crowd, count: number): ConnectionPlan[] {
  const all = everybody(crowd)
  const pairs = new Map<string, ConnectionPlan>()
  for (let tried = 0; tried < count * 2 && pairs.size < count; tried += 1) {
    const [from, to] = dice.some(all, 2)
    if (from === undefined || to === undefined || from.person === to.person) continue
    pairs.set([from.handle, to.handle].toSorted().join(' '), connectionOf(dice, from, to))
  }
  return [...pairs.values()]
}

export function connectionOf(dice: Dice, from: Trader, to: Trader): ConnectionPlan {
  return { from, to, note: dice.pick(greetings), isAccepted: dice.chance(70) }
}

/** Those who were content say for what. */
export function planEndorsements(dice: Dice, works: readonly Work[]): EndorsementPlan[] {
  const plans = works
    .filter(({ course }) => course === 'completed' || course === 'revised')
    .flatMap(({ client, provider }) =>
      dice
        .some(provider.profile.skills ?? [], dice.between(0, 2))
        .map(({ id }) => ({ from: client, to: provider, skill: id })),
    )
  return [
    ...new Map(plans.map((plan) => [`${plan.from.handle} ${plan.to.handle} ${plan.skill}`, plan])).values(),
  ]
}

export function planThreads(dice: Dice, crowd: Crowd, count: number): ThreadPlan[] {
  const all = everybody(crowd)
  return Array.from({ length: count }, () => {
    const to = dice.pick(crowd.providers)
    const from = dice.pick(all.filter(({ person }) => person !== to.person))
    return threadOf(dice, { from, to, talk: dice.pick(talks) })
  })
}

export function threadOf(
  dice: Dice,
  { from, to, talk }: { from: Trader; to: Trader; talk: Talk },
): ThreadPlan {
  const { subject, lines } = talk
  const about = dice.pick((to.trade ?? from.trade)?.subjects ?? ['the next project'])
  const [first, ...rest] = lines
  const fill = (line: string) => line.replaceAll('{subject}', about)
  return { from, to, subject, lines: [fill(first), ...rest.map(fill)], isRead: dice.chance(40) }
}

export function planPosts(
  dice: Dice,
  crowd: Crowd,
  { listings, works, count }: { listings: readonly ListingPlan[]; works: readonly Work[]; count: number },
): PostPlan[] {
  const open = listings.filter(({ isDraft, work }) => !isDraft && work === undefined)
  const done = works.filter(({ course }) => course === 'completed')
  const share = Math.ceil(count / 4)
  const plans: Pick<PostPlan, 'author' | 'text' | 'attach'>[] = [
    ...newsOf(dice, crowd).slice(0, share),
    ...dice.some(open, share).map((listing) => ({
      author: listing.client,
      text: `${listing.order.title}: who would like to do that?`,
      attach: listing,
    })),
    ...dice.some(done, share).map((work) => ({
      author: work.provider,
      text: `Finished: ${work.order.subject}. Thank you for the trust.`,
      attach: work,
    })),
    ...dice.some(crowd.providers, share).map((provider) => ({
      author: provider,
      text: `I have time for new work. ${provider.profile.description ?? ''}`.trim(),
      attach: provider,
    })),
  ]
  return dice.shuffle(plans).map((plan) => ({ ...plan, ...echoOf(dice, crowd, plan.author) }))
}

/** Each piece of news once, by somebody of the trade. */
function newsOf(dice: Dice, { providers }: Crowd) {
  const news = [...new Set(providers.map(({ trade }) => trade))].flatMap((trade) =>
    trade.news.map((text) => ({
      author: dice.pick(providers.filter((provider) => provider.trade === trade)),
      text,
    })),
  )
  return dice.shuffle(news)
}

const kinds: readonly ReactionKind[] = ['like', 'like', 'like', 'celebrate', 'support', 'insightful']

function echoOf(dice: Dice, { clients }: Crowd, author: Trader): Pick<PostPlan, 'comments' | 'reactions'> {
  // One profile of each person, because a person reacts once.
  const others = clients.filter(({ person }) => person !== author.person)
  const texts = dice.some(comments, dice.between(0, 3))
  return {
    comments: texts.map((text) => ({ by: dice.pick(others), text })),
    reactions: dice.some(others, dice.between(0, 7)).map((by) => ({ by, kind: dice.pick(kinds) })),
  }
}
