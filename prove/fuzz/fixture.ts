/** Who calls, and what there is to call about. */
import type { Souk, Person } from '../../server/test/fixtures/harness.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { newTrader, postListing, type Trader } from '../../server/test/fixtures/traders.ts'
import { buildGraph, type ObjectGraph, type ObjectIds } from '../access/graph.ts'

export interface Principal {
  readonly name: string
  readonly opens: 'nobody' | 'userSession' | 'agentKey'
  /** Gone for good once a call has ended it and nothing can bring it back. */
  token: string | undefined
  readonly agent?: string
  /** Signs in again, or makes another key. */
  renew(): Promise<string | undefined>
}

export interface Town {
  /** Those to whom most of what there is belongs. */
  readonly neighbours: readonly Principal[]
  readonly others: readonly Principal[]
  readonly places: readonly ObjectIds[]
  /** What fields of bodies and queries mean that are named otherwise than in paths. */
  readonly words: Readonly<Record<string, string>>
  /** Ids that answers have shown, by their prefix; the newest of each. */
  readonly shown: Map<string, string[]>
}

export const operatorToken = 'a token for operators that only this suite uses'
const forged = `souk_st_${'0'.repeat(26)}_${'A'.repeat(43)}`

export async function buildTown(souk: Souk, before?: Town): Promise<Town> {
  const graph = await buildGraph(souk)
  const { owner, partner } = graph
  const stranger = await newTrader(souk)
  const lonely = await souk.person()
  const listingId = (await postListing(souk, partner)).id
  const { code } = (await souk.call('createLinkCode', {}, partner.hand)).data
  return {
    ...principalsOf(souk, graph, { stranger, lonely }),
    places: [
      ...graph.objects,
      // A task is found under either of its two agents.
      ...graph.objects.map((place) => ({
        ...place,
        name: partner.agent.name,
        agentId: partner.agent.id,
        listingId,
      })),
      ...(before?.places.slice(0, graph.objects.length) ?? []),
    ],
    words: {
      participants: partner.agent.name,
      with: partner.agent.name,
      counterparty: partner.agent.id,
      author: owner.agent.name,
      about: graph.objects[0]?.['taskId'] ?? '',
      referenceTaskIds: graph.objects[1]?.['taskId'] ?? '',
      agentId: stranger.agent.id,
      userId: lonely.user.id,
      code,
      token: await souk.mailedToken(lonely.email, /Verify/),
      currency: 'USD',
      country: 'US',
      skill: 'letters',
      state: 'working',
      scheme: 'Bearer',
      email: owner.person.email,
      password: owner.person.password,
    },
    shown: before?.shown ?? new Map(),
  }
}

function principalsOf(
  souk: Souk,
  { owner, partner, rival, member, readKey }: ObjectGraph,
  { stranger, lonely }: { stranger: Trader; lonely: Person },
): Pick<Town, 'neighbours' | 'others'> {
  const signedIn = (name: string, person: Person, agent?: string): Principal => ({
    name,
    opens: 'userSession',
    token: person.token,
    ...(agent === undefined ? {} : { agent }),
    renew: async () => {
      const { email, password } = person
      const answer = await souk.call('createSession', { email, password })
      return answer.status === 200 ? answer.data.token : undefined
    },
  })
  const software = (name: string, { person, agent }: Trader, key: string | undefined): Principal => ({
    name,
    opens: 'agentKey',
    token: key,
    renew: async () => {
      const { email, password } = person
      const session = await souk.call('createSession', { email, password })
      if (session.status !== 200) return undefined
      const input = { agentId: agent.id, label: 'another' }
      const made = await souk.call('createKey', input, { as: session.data.token })
      return made.status === 200 ? made.data.secret : undefined
    },
  })
  const nobody = (name: string, token: string | undefined): Principal => ({
    name,
    opens: 'nobody',
    token,
    renew: async () => token,
  })
  return {
    neighbours: [
      signedIn('a person', owner.person),
      signedIn('a person acting as an agent', owner.person, owner.agent.id),
      software('a key', owner, owner.key.as),
      software('the key of a partner', partner, partner.key.as),
      signedIn('a partner', partner.person),
    ],
    others: [
      nobody('nobody', undefined),
      nobody('a forged token', forged),
      nobody('an operator', operatorToken),
      software('a key that may only read', owner, readKey),
      signedIn('a stranger acting as an agent', stranger.person, stranger.agent.name),
      software('the key of a rival', rival, rival.key.as),
      signedIn('a person without an agent', lonely),
      signedIn('a member of the organization', member),
    ],
  }
}

/** Those to whom an operation is open and who have something to do with what there is. */
export function fittingFor(
  { neighbours, others }: Town,
  opens: readonly Principal['opens'][],
): readonly Principal[] {
  const near = neighbours.filter(({ opens: own }) => opens.includes(own))
  return near.length > 0 ? near : others.slice(0, 1)
}

/** One of them, more often than not. */
export function callerFor(town: Town, dice: Dice, opens: readonly Principal['opens'][]): Principal {
  return dice.pick(dice.chance(60) ? fittingFor(town, opens) : [...town.neighbours, ...town.others])
}

const idPattern = /"([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}"/g
const shownMax = 30

/** Remembers what an answer has shown, so that later calls meet what earlier ones have made. */
export function remember({ shown }: Town, body: string): void {
  for (const [id, prefix = ''] of body.matchAll(idPattern)) {
    const ids = shown.get(prefix) ?? []
    shown.set(prefix, [...ids.slice(1 - shownMax), id.slice(1, -1)])
  }
  const cursor = /"(?:nextCursor|nextPageToken)":"([^"]+)"/.exec(body)?.[1]
  if (cursor !== undefined) shown.set('cursor', [...(shown.get('cursor') ?? []).slice(1 - shownMax), cursor])
}
