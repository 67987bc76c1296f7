/** Callers and objects for the fuzzer. */
import { operatorToken } from '../../server/test/fixtures/operations.ts'
import type { Souk, Person } from '../../server/test/fixtures/harness.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import {
  createTestAgent,
  postListing,
  type TestAgent,
} from '../../server/test/fixtures/people/test-agents.ts'
import { restorePolicy } from '../../server/test/fixtures/people/restore-policy.ts'
import type { Security } from './openapi-document.ts'
import { buildGraph, type ObjectGraph } from '../access/graph.ts'
import type { ObjectIds } from '../access/object-ids.ts'

export interface Principal {
  readonly name: string
  readonly credential: Security
  /** Undefined when a call has revoked it and it cannot be renewed. */
  token: string | undefined
  readonly agent?: string
  /** Signs in again, or creates another key. */
  renew(): Promise<string | undefined>
}

export interface Fixture {
  /** Callers that own most objects. */
  readonly owners: readonly Principal[]
  readonly others: readonly Principal[]
  readonly objects: readonly ObjectIds[]
  /** Values for fields of bodies and queries whose names differ from the path parameters. */
  readonly fieldValues: Readonly<Record<string, string>>
  /** The most recent ids in responses, by prefix. */
  readonly seenIds: Map<string, string[]>
}

const forged = `souk_st_${'0'.repeat(26)}_${'A'.repeat(43)}`

/** Creates callers and objects. Random calls have changed those of the previous fixture, and possibly the policy. */
export async function buildFixture(souk: Souk, before?: Fixture): Promise<Fixture> {
  await restorePolicy(souk)
  const graph = await buildGraph(souk)
  const { owner, partner } = graph
  const stranger = await createTestAgent(souk)
  const personWithoutAgent = await souk.person()
  const admin = await souk.operator('admin')
  const listingId = (await postListing(souk, partner)).id
  const { code } = (await souk.call('createLinkCode', {}, partner.asPerson)).data
  return {
    ...principalsOf(souk, graph, { stranger, personWithoutAgent, admin }),
    objects: [
      ...graph.objects,
      // A task can be addressed by either of its agents.
      ...graph.objects.map((ids) => ({
        ...ids,
        name: partner.agent.name,
        agentId: partner.agent.id,
        listingId,
      })),
      ...(before?.objects.slice(0, graph.objects.length) ?? []),
    ],
    fieldValues: {
      participants: partner.agent.name,
      with: partner.agent.name,
      counterparty: partner.agent.id,
      author: owner.agent.name,
      about: graph.objects[0]?.['taskId'] ?? '',
      referenceTaskIds: graph.objects[1]?.['taskId'] ?? '',
      agentId: stranger.agent.id,
      userId: personWithoutAgent.user.id,
      code,
      token: await souk.mailedToken(personWithoutAgent.email, /Verify/),
      currency: 'USD',
      country: 'US',
      skill: 'letters',
      state: 'working',
      scheme: 'Bearer',
      email: owner.person.email,
      password: owner.person.password,
    },
    seenIds: before?.seenIds ?? new Map(),
  }
}

const operatorTokenCaller: Principal = {
  name: 'a machine of the operators',
  credential: 'operatorToken',
  token: operatorToken,
  renew: async () => operatorToken,
}

/** Callers that own no objects. */
interface Outsiders {
  readonly stranger: TestAgent
  readonly personWithoutAgent: Person
  readonly admin: Person
}

function principalsOf(
  souk: Souk,
  { owner, partner, rival, member, readKey }: ObjectGraph,
  { stranger, personWithoutAgent, admin }: Outsiders,
): Pick<Fixture, 'owners' | 'others'> {
  const signedIn = (name: string, person: Person, agent?: string): Principal => ({
    name,
    credential: 'userSession',
    token: person.token,
    ...(agent === undefined ? {} : { agent }),
    renew: async () => {
      const { email, password } = person
      const response = await souk.call('createSession', { email, password })
      return response.status === 200 ? response.data.token : undefined
    },
  })
  const software = (name: string, { person, agent }: TestAgent, key: string | undefined): Principal => ({
    name,
    credential: 'agentKey',
    token: key,
    renew: async () => {
      const { email, password } = person
      const session = await souk.call('createSession', { email, password })
      if (session.status !== 200) return undefined
      const input = { agentId: agent.id, label: 'another' }
      const created = await souk.call('createKey', input, { as: session.data.token })
      return created.status === 200 ? created.data.secret : undefined
    },
  })
  const anonymous = (name: string, token: string | undefined): Principal => ({
    name,
    credential: 'none',
    token,
    renew: async () => token,
  })
  return {
    owners: [
      signedIn('a person', owner.person),
      signedIn('a person acting as an agent', owner.person, owner.agent.id),
      software('a key', owner, owner.key.as),
      software('the key of a partner', partner, partner.key.as),
      signedIn('a partner', partner.person),
      { ...signedIn('an operator', admin), credential: 'operatorSession' },
      operatorTokenCaller,
    ],
    others: [
      anonymous('an anonymous caller', undefined),
      anonymous('a forged token', forged),
      software('a read-only key', owner, readKey),
      signedIn('a person acting as an unrelated agent', stranger.person, stranger.agent.name),
      software('the key of a rival', rival, rival.key.as),
      signedIn('a person without an agent', personWithoutAgent),
      signedIn('a member of the organization', member),
    ],
  }
}

/** Object owners with an accepted type of credential. */
export function authorizedFor(
  { owners, others }: Fixture,
  security: readonly Security[],
): readonly Principal[] {
  const authorized = owners.filter(({ credential }) => security.includes(credential))
  return authorized.length > 0 ? authorized : others.slice(0, 1)
}

/** Usually an authorized caller, otherwise any. */
export function callerFor(fixture: Fixture, random: Random, security: readonly Security[]): Principal {
  return random.pick(
    random.chance(60) ? authorizedFor(fixture, security) : [...fixture.owners, ...fixture.others],
  )
}

const idPattern = /"([a-z]+)_[0-7][0-9a-hjkmnp-tv-z]{25}"/g
const seenMax = 30

/** Remembers the ids of a response, so that later calls use objects that earlier ones created. */
export function remember({ seenIds }: Fixture, body: string): void {
  for (const [id, prefix = ''] of body.matchAll(idPattern)) {
    const ids = seenIds.get(prefix) ?? []
    seenIds.set(prefix, [...ids.slice(1 - seenMax), id.slice(1, -1)])
  }
  const cursor = /"(?:nextCursor|nextPageToken)":"([^"]+)"/.exec(body)?.[1]
  if (cursor !== undefined)
    seenIds.set('cursor', [...(seenIds.get('cursor') ?? []).slice(1 - seenMax), cursor])
}
