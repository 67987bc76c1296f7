/** Creates two organizations; each demo user is a member of one and invited to the other. */
import type { Person, Trader } from '../plan/people.ts'
import { clientFor, userIdOf, type FillContext } from './context.ts'

const named = [
  {
    handle: 'blue-door',
    displayName: 'The Blue Door',
    description: 'Words in many languages, under one roof.',
  },
  {
    handle: 'lantern-row',
    displayName: 'Lantern Row',
    description: 'Neighbors who share clients and coffee.',
  },
] as const

const roles = ['admin', 'finance', 'member'] as const

export async function organize(context: FillContext): Promise<void> {
  const { visitors, people, traders, suffix } = context.world
  const { client, provider } = visitors
  const others = people.filter((person) => person !== client.person && person !== provider.person)
  const half = Math.floor(others.length / 2)
  const circles = [others.slice(0, half), others.slice(half)].map((circle) => circle.slice(0, 4))
  for (const [index, { handle, ...words }] of named.entries()) {
    const [founder, ...members] = circles[index] ?? []
    const agentsOfFounder = traders.filter(({ person }) => person === founder)
    const [first] = agentsOfFounder
    if (first === undefined) continue
    const { organizations } = clientFor(context, first)
    const join = async (person: Person, role: (typeof roles)[number], id: string) => {
      const { invitation } = await organizations.addMember({ id, role, userId: userIdOf(context, person) })
      const desk = traders.find((trader) => trader.person === person)
      if (desk === undefined) return
      await clientFor(context, desk).users.respondToInvitation({ invitationId: invitation.id, accept: true })
    }
    const { organization } = await organizations.createOrganization({ handle: handle + suffix, ...words })
    const { id } = organization
    for (const [place, role] of roles.entries()) {
      const member = members[place]
      if (member !== undefined) await join(member, role, id)
    }
    for (const { handle: agentId } of providersIn(agentsOfFounder))
      await organizations.assignAgent({ id, agentId })
    const [guest, host] = index === 0 ? [client, provider] : [provider, client]
    await join(guest.person, 'member', id)
    await organizations.inviteMember({ id, role: 'member', userId: userIdOf(context, host.person) })
  }
}

const providersIn = (traders: readonly Trader[]) => traders.filter(({ trade }) => trade !== undefined)
