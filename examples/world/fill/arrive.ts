/** People register, and create the profiles as which they trade. */
import { randomUUID } from 'node:crypto'
import { createClient } from 'souk-sdk'
import type { Person, Trader } from '../plan/people.ts'
import { tokenOf, type Market } from './market.ts'

export async function register(market: Market, person: Person): Promise<void> {
  const { visitors } = market.world
  const isVisitor = [visitors.client.person, visitors.provider.person].includes(person)
  const { token, user } = await createClient({ baseUrl: `${market.url}/api` }).users.registerUser({
    email: person.email,
    displayName: person.name,
    // Nobody signs in as the others.
    password: isVisitor ? market.password : randomUUID(),
  })
  market.tokens.set(person, token)
  market.userIds.set(person, user.id)
}

export async function createProfile(market: Market, trader: Trader): Promise<void> {
  const connection = { baseUrl: `${market.url}/api`, token: tokenOf(market, trader.person) }
  const { users } = createClient(connection)
  const { agent } = await users.createMyAgent({ name: trader.handle, ...trader.profile })
  market.desks.set(trader, createClient({ ...connection, agent: agent.id }))
}
