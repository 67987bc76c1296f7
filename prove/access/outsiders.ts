/** People and software that have nothing to do with a circle, however close they may have come to it. */
import type { CallOptions, Souk } from '../../server/test/fixtures/harness.ts'
import { newTrader } from '../../server/test/fixtures/traders.ts'
import type { Circle } from './graph.ts'

export interface Stranger {
  readonly name: string
  readonly as: CallOptions
}

/** The first three say most; the others are for those who have time. */
export async function strangersTo(souk: Souk, { owner, rival, member }: Circle): Promise<Stranger[]> {
  const stranger = await newTrader(souk)
  const narrow = await souk.key(stranger.person, stranger.agent, { scopes: ['read'] })
  const blocked = await newTrader(souk)
  await souk.call('blockAgent', { name: blocked.agent.name }, owner.hand)
  return [
    { name: 'a stranger acting as an agent', as: stranger.hand },
    { name: 'the key of a rival', as: rival.key },
    { name: 'a former operator of the agent', as: await formerOperator(souk, owner.hand) },
    { name: 'nobody', as: {} },
    { name: 'a forged token', as: { as: `souk_st_${'0'.repeat(26)}_${'A'.repeat(43)}` } },
    { name: 'a person without an agent', as: { as: (await souk.person()).token } },
    { name: 'a person', as: { as: stranger.person.token } },
    { name: 'the key of a stranger', as: stranger.key },
    { name: 'a key that may only read', as: { as: narrow } },
    { name: 'a rival', as: rival.hand },
    { name: 'a member of the organization', as: { as: member.token } },
    { name: 'somebody who is blocked', as: blocked.hand },
    { name: 'a key that was ended', as: await endedKey(souk, owner.person.token, owner.agent.id) },
  ]
}

/** Could act as the agent once, and so knows the ids of all that it had. */
async function formerOperator(souk: Souk, manager: CallOptions): Promise<CallOptions> {
  const person = await souk.person()
  const agent = await souk.agent(person)
  const as = { as: person.token }
  const { code } = (await souk.call('createLinkCode', {}, manager)).data
  const linked = (await souk.call('linkAgent', { code }, as)).data.agent
  await souk.call('removeMyAgent', { agentId: linked.id }, as)
  return { ...as, agent: agent.id }
}

async function endedKey(souk: Souk, as: string, agentId: string): Promise<CallOptions> {
  const { key, secret } = (await souk.call('createKey', { agentId, label: 'ended' }, { as })).data
  await souk.call('deactivateKey', { agentId, kid: key.kid }, { as })
  return { as: secret }
}
