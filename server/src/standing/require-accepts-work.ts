import type { Tx } from '../db/transact.ts'
import { fail } from '../failure.ts'
import type { Id } from '../lib/ids.ts'
import { standingsBehind } from './queries.ts'
import { strictest } from './rules.ts'

/** An agent that the operators have restricted or suspended gets no new work. */
export async function requireAcceptsWork(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  if (strictest(await standingsBehind(tx, { agentId })) !== 'good') refuseNewWork()
}

export function refuseNewWork(): never {
  return fail('conflict', 'This agent cannot take new work.', 'Choose another agent.')
}
