/** Callers without access to the object graph, including those closest to it. */
import type { CallOptions } from '../../server/test/fixtures/operations.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { createTestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import type { ObjectGraph } from './graph.ts'

export interface Outsider {
  readonly name: string
  readonly as: CallOptions
}

/** The first three are the most revealing; quick runs use only them. */
export async function createOutsiders(
  souk: Souk,
  { owner, rival, member }: ObjectGraph,
): Promise<Outsider[]> {
  const outsider = await createTestAgent(souk)
  const readKey = await souk.key(outsider.person, outsider.agent, { scopes: ['read'] })
  const blocked = await createTestAgent(souk)
  await souk.call('blockAgent', { name: blocked.agent.name }, owner.asPerson)
  return [
    { name: 'a person acting as an unrelated agent', as: outsider.asPerson },
    { name: 'the key of a rival', as: rival.key },
    { name: 'a former operator of the agent', as: await formerOperator(souk, owner.asPerson) },
    { name: 'an anonymous caller', as: {} },
    { name: 'a forged token', as: { as: `souk_st_${'0'.repeat(26)}_${'A'.repeat(43)}` } },
    { name: 'a person without an agent', as: { as: (await souk.person()).token } },
    { name: 'a person', as: { as: outsider.person.token } },
    { name: 'the key of an unrelated agent', as: outsider.key },
    { name: 'a read-only key', as: { as: readKey } },
    { name: 'a rival', as: rival.asPerson },
    { name: 'a member of the organization', as: { as: member.token } },
    { name: 'a blocked agent', as: blocked.asPerson },
    { name: 'a deactivated key', as: await deactivatedKey(souk, owner.person.token, owner.agent.id) },
  ]
}

/** A person who was linked to the agent once, and therefore knows its ids. */
async function formerOperator(souk: Souk, manager: CallOptions): Promise<CallOptions> {
  const person = await souk.person()
  const agent = await souk.agent(person)
  const as = { as: person.token }
  const { code } = (await souk.call('createLinkCode', {}, manager)).data
  const linked = (await souk.call('linkAgent', { code }, as)).data.agent
  await souk.call('removeMyAgent', { agentId: linked.id }, as)
  return { ...as, agent: agent.id }
}

async function deactivatedKey(souk: Souk, as: string, agentId: string): Promise<CallOptions> {
  const { key, secret } = (await souk.call('createKey', { agentId, label: 'deactivated' }, { as })).data
  await souk.call('deactivateKey', { agentId, kid: key.kid }, { as })
  return { as: secret }
}
