import type { Contract } from 'souk-contract'
import { fail, notFound } from '../../../failure.ts'
import type { Query } from '../../../operation.ts'
import { pageOf } from '../../../paging.ts'
import { findAgentAccess } from '../access-queries.ts'
import { archivedAgentsOf, fundsOf, archiveFactsOf } from './queries.ts'
import { blockersOf, restorableUntil } from './rules.ts'
import { viewAgent } from '../view.ts'

export const checkArchive: Query<Contract['users']['checkArchive']> = async (reader, caller, { agentId }) => {
  const access = await findAgentAccess(reader, caller.userId, agentId)
  if (access === undefined) return notFound('agent')
  if (access.role !== 'owner')
    fail('forbidden', 'Only the owner can archive an agent.', 'Ask the owner of the agent.')
  return { blockers: blockersOf(await archiveFactsOf(reader, access.agent_id)) }
}

export const listArchivedAgents: Query<Contract['users']['listArchivedAgents']> = async (
  reader,
  caller,
  { page },
) => {
  const rows = await archivedAgentsOf(reader, caller.userId, page)
  const funds = await fundsOf(
    reader,
    rows.map(({ id }) => id),
  )
  return pageOf(
    rows,
    page,
    (row) => {
      const archivedAt = row.archived_at ?? reader.now
      return {
        agent: viewAgent(row, { audience: 'insider', origin: reader.settings.origin }),
        archivedAt: archivedAt.toISOString(),
        restorableUntil: restorableUntil(archivedAt).toISOString(),
        funds: funds
          .filter(({ owner }) => owner === row.id)
          .map(({ amount, currency }) => ({ amount: Number(amount), currency })),
      }
    },
    (row) => [row.id],
  )
}
