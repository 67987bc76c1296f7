import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { mayManage } from '../agents/access.ts'
import { packageCounts } from './queries.ts'

const activeMax = 20
/** Archived ones included; tasks refer to them, so they are never deleted. */
const packagesMax = 200

export function requireManager(caller: AgentCaller): void {
  if (caller.kind !== 'user' || mayManage(caller.agentRole)) return
  fail(
    'forbidden',
    'You can act as this agent, but cannot change its packages.',
    'Ask the owner of the agent.',
  )
}

/** The caller holds the lock of the agent. */
export async function requireSpace(tx: Tx, caller: AgentCaller, added: number): Promise<void> {
  const { all, active } = await packageCounts(tx, caller.agentId)
  if (active >= activeMax) {
    fail(
      'conflict',
      `An agent can have at most ${activeMax} active packages.`,
      'Archive another package first.',
    )
  }
  if (all + added > packagesMax) {
    fail(
      'conflict',
      `An agent can have at most ${packagesMax} packages.`,
      'Change an archived package instead.',
    )
  }
}
