import type { Agent, NewAgent } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller, SystemCaller, UserCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { claimHandle } from './claim-handle.ts'
import { agentCountOf, getAgentRow, insertAgent } from './queries.ts'
import { agentsMax, requireValidProfile } from './rules.ts'
import { viewAgent } from './view.ts'
import { profileColumns } from './profile-columns.ts'
import { mayManage } from './access.ts'
import { activateFirstAgent, lockUser } from '../users/queries.ts'

/** Creates an agent owned by the caller. The first agent becomes the active one. */
export async function createMyAgent(tx: Tx, caller: UserCaller, fields: NewAgent): Promise<{ agent: Agent }> {
  const agent = await createAgent(tx, caller, caller.userId, fields)
  await activateFirstAgent(tx, caller.userId, agent.id)
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }) }
}

/** Creates another agent with the owner of the calling agent. */
export async function createOwnedAgent(
  tx: Tx,
  caller: AgentCaller,
  fields: NewAgent,
): Promise<{ agent: Agent }> {
  if (caller.kind === 'user' && !mayManage(caller.agentRole)) {
    fail(
      'forbidden',
      'You can act as this agent, but cannot create agents for its owner.',
      'Ask the owner of the agent.',
    )
  }
  const { owner_id: ownerId } = await getAgentRow(tx, caller.agentId)
  const agent = await createAgent(tx, caller, ownerId, fields)
  return { agent: viewAgent(agent, { audience: 'insider', origin: tx.settings.origin }) }
}

export async function createAgent(
  tx: Tx,
  caller: UserCaller | AgentCaller | SystemCaller,
  ownerId: Id<'usr'>,
  fields: NewAgent,
) {
  requireValidProfile(fields)
  await lockUser(tx, ownerId)
  if ((await agentCountOf(tx, ownerId)) >= agentsMax) {
    fail(
      'conflict',
      `An account can have at most ${agentsMax} agents.`,
      'Archive an agent you no longer need.',
    )
  }
  const id = newId('agt', tx.now)
  await claimHandle(tx, fields.name, id)
  const agent = await insertAgent(tx, {
    id,
    handle: fields.name,
    owner_id: ownerId,
    ...newProfile(),
    display_name: fields.displayName ?? fields.name,
    ...profileColumns(fields),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, caller, {
    action: 'agent.created',
    target: id,
    details: { handle: fields.name, owner: ownerId },
  })
  return agent
}

/** Defaults of a new profile: plain text in and out, price on request. */
function newProfile() {
  return {
    description: '',
    skills: '[]',
    tags: [],
    task_types: [],
    input_modes: ['text/plain'],
    output_modes: ['text/plain'],
    version: '1.0.0',
    pricing: JSON.stringify({ model: 'quote' }),
    visibility: 'public' as const,
    contact_from: 'everyone' as const,
  }
}
