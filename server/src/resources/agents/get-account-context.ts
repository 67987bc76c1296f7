import { scopes, type Contract } from 'souk-contract'
import type { Query } from '../../operation.ts'
import { getUser } from '../users/queries.ts'
import { viewPerson } from '../users/view.ts'
import { findOrganizationOf, getAgentRow } from './queries.ts'
import { viewAgent } from './view.ts'

/** Account summary for clients to show after sign-in. Scopes limit only keys, so a person has all of them. */
export const getAccountContext: Query<Contract['agents']['getAccountContext']> = async (reader, caller) => {
  const agent = await getAgentRow(reader, caller.agentId)
  const organization = await findOrganizationOf(reader, caller.agentId)
  return {
    mode: caller.kind,
    agent: viewAgent(agent, { audience: 'insider', origin: reader.settings.origin }),
    user: caller.kind === 'user' ? viewPerson(await getUser(reader, caller.userId)) : null,
    role: caller.kind === 'user' ? caller.agentRole : null,
    scopes: caller.kind === 'key' ? [...caller.scopes] : [...scopes],
    organization:
      organization === undefined
        ? null
        : { id: organization.id, handle: organization.handle, displayName: organization.display_name },
  }
}
