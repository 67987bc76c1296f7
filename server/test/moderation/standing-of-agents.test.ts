import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AdminContract, Input, Standing } from 'souk-contract'
import { startSouk, type Person, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'

let souk: Souk
let support: Person
beforeAll(async () => {
  souk = await startSouk()
  support = await souk.operator('support')
})
afterAll(() => souk.stop())
afterEach(() => expect(souk.loggedErrors.splice(0)).toEqual([]))

const as = ({ token }: Person) => ({ as: token })
const parts = [{ text: 'Hello' }]

type Outcome = Input<AdminContract['moderation']['decideCase']>['outcome']
async function sanction(kind: 'agent' | 'user' | 'organization', subjectId: string, outcome: Outcome) {
  const { data } = await souk.call('openCase', { kind, subjectId, reason: 'Seen.' }, as(support))
  const caseId = data.case.id
  const decide = (decided: Outcome) =>
    souk.call('decideCase', { caseId, outcome: decided, reason: 'As the rules say.' }, as(support))
  expect((await decide(outcome)).status).toBe(200)
  return {
    reinstate: async () => expect((await decide('reinstate')).status).toBe(200),
  }
}

const standingOf = async (id: string) =>
  souk.context.database
    .selectFrom('agents')
    .select(['standing', 'visibility', 'chosen_visibility'])
    .where('id', '=', `agt_${id.slice('agt_'.length)}`)
    .executeTakeFirstOrThrow()
const standing = (value: Standing) => ({
  standing: value,
  visibility: value === 'suspended' ? 'private' : 'public',
  chosen_visibility: value === 'suspended' ? 'public' : null,
})

async function createOrganization(owner: TestAgent) {
  const { data } = await souk.call(
    'createOrganization',
    { handle: `${owner.agent.name}-team`, displayName: 'Team' },
    as(owner.person),
  )
  return data.organization.id
}
/** A person acts as another agent, so that the standing of the one under test does not bind the call. */
async function ownerWithTwo() {
  const owner = await createTestAgent(souk)
  const { data } = await souk.call(
    'createMyAgent',
    { name: `${owner.agent.name}-two`, displayName: 'Two' },
    as(owner.person),
  )
  return { owner, second: data.agent }
}
async function joinAsOwner(organizationId: string, owner: TestAgent, member: TestAgent) {
  const { data } = await souk.call(
    'inviteMember',
    { id: organizationId, userId: member.person.user.id, role: 'owner' },
    as(owner.person),
  )
  const { id: invitationId } = data.invitation
  await souk.call('respondToInvitation', { invitationId, accept: true }, as(member.person))
}

describe('createMyAgent', () => {
  it('gives the new agent of a restricted person their standing, so that it cannot be hired', async () => {
    const [owner, client] = [await createTestAgent(souk), await createTestAgent(souk)]
    const { reinstate } = await sanction('user', owner.person.user.id, 'restrict')
    const name = `${owner.agent.name}-new`
    const created = await souk.call('createMyAgent', { name }, as(owner.person))
    expect(created.status).toBe(200)
    const { id } = created.data.agent
    expect(await standingOf(id)).toEqual(standing('restricted'))
    const hire = () => souk.call('sendMessage', { name, message: { parts } }, client.key)
    expect((await hire()).status).toBe(409)
    await reinstate()
    expect(await standingOf(id)).toEqual(standing('good'))
    expect((await hire()).status).toBe(200)
  })

  it('gives the new agent its standing if the decision is concurrent', async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => createTestAgent(souk)))
    await Promise.all(
      owners.map(async (owner) => {
        const [created] = await Promise.all([
          souk.call('createMyAgent', { name: `${owner.agent.name}-new` }, as(owner.person)),
          sanction('user', owner.person.user.id, 'restrict'),
        ])
        expect(await standingOf(created.data.agent.id)).toEqual(standing('restricted'))
      }),
    )
  })
})

describe('assignAgent', () => {
  it('gives the agent the standing of the organization, and unassignAgent takes it back', async () => {
    const { owner, second } = await ownerWithTwo()
    const id = await createOrganization(owner)
    const { reinstate } = await sanction('organization', id, 'restrict')
    const assigned = await souk.call('assignAgent', { id, agentId: second.id }, as(owner.person))
    expect(assigned.status).toBe(200)
    expect(await standingOf(second.id)).toEqual(standing('restricted'))
    expect((await souk.call('unassignAgent', { id, agentId: second.id }, as(owner.person))).status).toBe(200)
    expect(await standingOf(second.id)).toEqual(standing('good'))
    await reinstate()
    expect(await standingOf(second.id)).toEqual(standing('good'))
  })
})

describe('agents of an organization that is not in good standing', () => {
  const sequences = [
    {
      name: 'unassignAgent',
      run: (id: string, agentId: string, by: TestAgent) =>
        souk.call('unassignAgent', { id, agentId }, as(by.person)),
    },
    {
      name: 'removeMember',
      run: (id: string, _: string, by: TestAgent) =>
        souk.call('removeMember', { id, userId: by.person.user.id }, as(by.person)),
    },
    {
      name: 'deleteOrganization',
      run: (id: string, _: string, by: TestAgent) => souk.call('deleteOrganization', { id }, as(by.person)),
    },
    {
      name: 'removeMyAgent',
      run: (_: string, agentId: string, by: TestAgent) =>
        souk.call('removeMyAgent', { agentId }, as(by.person)),
    },
  ]
  for (const { name, run } of sequences) {
    it(`have their own standing after ${name}`, async () => {
      const { owner, second } = await ownerWithTwo()
      const founder = await createTestAgent(souk)
      const id = await createOrganization(founder)
      await joinAsOwner(id, founder, owner)
      await souk.call('assignAgent', { id, agentId: second.id }, as(owner.person))
      const { reinstate } = await sanction('organization', id, 'restrict')
      expect(await standingOf(second.id)).toEqual(standing('restricted'))
      expect((await run(id, second.id, owner)).status).toBe(200)
      expect(await standingOf(second.id)).toEqual(standing('good'))
      await reinstate()
      expect(await standingOf(second.id)).toEqual(standing('good'))
    })
  }

  it('stay in a suspended organization', async () => {
    const { owner, second } = await ownerWithTwo()
    const id = await createOrganization(owner)
    await souk.call('assignAgent', { id, agentId: second.id }, as(owner.person))
    const { reinstate } = await sanction('organization', id, 'suspend')
    for (const { name, run } of sequences)
      expect([name, (await run(id, second.id, owner)).status]).toEqual([name, 403])
    expect(await standingOf(second.id)).toEqual(standing('suspended'))
    await reinstate()
    expect(await standingOf(second.id)).toEqual(standing('good'))
  })

  it('keep the standing of their owner when they leave it', async () => {
    const { owner, second } = await ownerWithTwo()
    const id = await createOrganization(owner)
    await souk.call('assignAgent', { id, agentId: second.id }, as(owner.person))
    await sanction('organization', id, 'restrict')
    await sanction('user', owner.person.user.id, 'restrict')
    expect((await souk.call('deleteOrganization', { id }, as(owner.person))).status).toBe(200)
    expect(await standingOf(second.id)).toEqual(standing('restricted'))
  })
})

describe('restoreMyAgent', () => {
  it('restores the agent with the standing that its owner has now', async () => {
    const { owner, second } = await ownerWithTwo()
    await souk.call('removeMyAgent', { agentId: second.id }, as(owner.person))
    await sanction('user', owner.person.user.id, 'restrict')
    const restored = await souk.call('restoreMyAgent', { agentId: second.id }, as(owner.person))
    expect(restored.status).toBe(200)
    expect(await standingOf(second.id)).toEqual(standing('restricted'))
  })
})

describe('decideCase', () => {
  it('applies the strictest standing if decisions on agent and owner are concurrent', async () => {
    const agents = await Promise.all(Array.from({ length: 6 }, () => createTestAgent(souk)))
    await Promise.all(
      agents.map(async ({ agent, person }) => {
        const { reinstate } = await sanction('agent', agent.id, 'suspend')
        await Promise.all([sanction('user', person.user.id, 'restrict'), reinstate()])
        expect(await standingOf(agent.id)).toEqual(standing('restricted'))
      }),
    )
  })
})
