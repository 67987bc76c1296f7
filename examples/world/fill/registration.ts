/** Registers people and creates their agents. */
import { randomUUID } from 'node:crypto'
import { createClient } from 'souk-sdk'
import type { Person, Trader } from '../plan/people.ts'
import { tokenOf, type FillContext } from './context.ts'

export async function register(context: FillContext, person: Person): Promise<void> {
  const { visitors } = context.world
  const isVisitor = [visitors.client.person, visitors.provider.person].includes(person)
  const { token, user } = await createClient({ baseUrl: `${context.url}/api` }).users.registerUser({
    email: person.email,
    displayName: person.name,
    // Only the demo users can be signed in as.
    password: isVisitor ? context.password : randomUUID(),
  })
  context.tokens.set(person, token)
  context.userIds.set(person, user.id)
}

export async function createProfile(context: FillContext, trader: Trader): Promise<void> {
  const connection = { baseUrl: `${context.url}/api`, token: tokenOf(context, trader.person) }
  const { users } = createClient(connection)
  const { agent } = await users.createMyAgent({ name: trader.handle, ...trader.profile })
  context.clients.set(trader, createClient({ ...connection, agent: agent.id }))
}
