/** Two organizations: a visitor belongs to one and is invited to the other. */
import type { Trader } from '../plan/people.ts'
import { deskOf, userIdOf, type Market } from './market.ts'

const named = [
  {
    handle: 'blue-door',
    displayName: 'The Blue Door',
    description: 'Words in many languages, under one roof.',
  },
  {
    handle: 'lantern-row',
    displayName: 'Lantern Row',
    description: 'Neighbours who share clients and coffee.',
  },
] as const

const roles = ['admin', 'finance', 'member'] as const

export async function organize(market: Market): Promise<void> {
  const { visitors, people, traders, mark } = market.world
  const { client, provider } = visitors
  const others = people.filter((person) => person !== client.person && person !== provider.person)
  const half = Math.floor(others.length / 2)
  const circles = [others.slice(0, half), others.slice(half)].map((circle) => circle.slice(0, 4))
  for (const [index, { handle, ...words }] of named.entries()) {
    const [founder, ...members] = circles[index] ?? []
    const own = traders.filter(({ person }) => person === founder)
    const [first] = own
    if (first === undefined) continue
    const { organizations } = deskOf(market, first)
    const { organization } = await organizations.createOrganization({ handle: handle + mark, ...words })
    const { id } = organization
    for (const [place, role] of roles.entries()) {
      const member = members[place]
      if (member !== undefined) await organizations.addMember({ id, role, userId: userIdOf(market, member) })
    }
    for (const { handle: agentId } of providersIn(own)) await organizations.assignAgent({ id, agentId })
    const [guest, host] = index === 0 ? [client, provider] : [provider, client]
    await organizations.addMember({ id, role: 'member', userId: userIdOf(market, guest.person) })
    await organizations.inviteMember({ id, role: 'member', userId: userIdOf(market, host.person) })
  }
}

const providersIn = (traders: readonly Trader[]) => traders.filter(({ trade }) => trade !== undefined)
