import type { AgentTrust } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { AgentRow } from '../agents/queries.ts'
import { isOnline } from '../../tasks/commands/hire-agent.ts'
import { trustRows } from './queries.ts'
import { viewTrust } from './view.ts'

type ShownAgent = Pick<AgentRow, 'id' | 'public_skills'>

/** Trust data of several agents, in one statement. */
export async function trustOf(
  reader: Reader,
  agents: readonly ShownAgent[],
): Promise<ReadonlyMap<Id<'agt'>, AgentTrust>> {
  if (agents.length === 0) return new Map()
  const rows = await trustRows(
    reader,
    agents.map(({ id }) => id),
  )
  const skills = new Map(agents.map(({ id, public_skills: listed }) => [id, listed.map((skill) => skill.id)]))
  return new Map(rows.map((row) => [row.id, viewTrust(row, skills.get(row.id) ?? [], isOnline(reader, row))]))
}
