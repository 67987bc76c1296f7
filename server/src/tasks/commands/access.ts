import type { Scope } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { OperationContext, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { walletOf } from '../../money/payments/wallet.ts'
import type { Side } from '../wire/messages.ts'
import type { NamedTask } from '../lifecycle/task-row.ts'
import { lockTask } from '../store/queries.ts'
import { sideOf, taskNotFound } from '../lifecycle/task-state.ts'

export interface Party {
  readonly task: NamedTask
  readonly side: Side
}

/** The task, locked, and the side of the caller; for everybody else there is no such task. */
export async function lockAsParty(
  tx: Tx,
  caller: AgentCaller,
  address: { name: string; taskId: string },
): Promise<Party> {
  const task = (await lockTask(tx, caller.agentId, address)) ?? taskNotFound()
  return { task, side: sideOf(task, caller.agentId) }
}

/** Whoever provides needs a key for providing, whoever gives work one for spending; people need none. */
export function requireSide(caller: AgentCaller, { task, side }: Party): void {
  if (side === 'client') requireScope(caller, 'spend')
  else requireScope(caller, task.phase === 'applied' ? 'apply' : 'deliver')
}

export function requireScope(caller: AgentCaller, scope: Scope): void {
  if (caller.kind === 'key' && !caller.scopes.includes(scope)) {
    fail('forbidden', `This key lacks the scope "${scope}".`, 'Create a key that has it.')
  }
}

/** Deciding about money takes the right to use the wallet; being allowed to speak for the agent is not enough. */
export function requireWallet(surroundings: OperationContext, caller: AgentCaller): void {
  walletOf(surroundings, caller)
}
