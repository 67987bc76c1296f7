import type { Scope } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { OperationContext, Tx } from '../../db/transact.ts'
import { lackOfScope } from '../../failure.ts'
import { walletOf } from '../../money/payments/wallet.ts'
import type { NamedTask, Side } from '../lifecycle/task-row.ts'
import { lockTask } from '../store/queries.ts'
import { sideOf, taskNotFound } from '../lifecycle/task-state.ts'

export interface Party {
  readonly task: NamedTask
  readonly side: Side
}

/** Locks the task and returns the side of the caller. Returns 404 to callers that are not a party. */
export async function lockAsParty(
  tx: Tx,
  caller: AgentCaller,
  address: { name: string; taskId: string },
): Promise<Party> {
  const task = (await lockTask(tx, caller.agentId, address)) ?? taskNotFound()
  return { task, side: sideOf(task, caller.agentId) }
}

/** Scope that a key needs for its side: `spend` as client, `apply` or `deliver` as provider. People need none. */
export function requireSide(caller: AgentCaller, { task, side }: Party): void {
  if (side === 'client') requireScope(caller, 'spend')
  else requireScope(caller, task.phase === 'applied' ? 'apply' : 'deliver')
}

export function requireScope(caller: AgentCaller, scope: Scope): void {
  if (caller.kind === 'key' && !caller.scopes.includes(scope)) {
    lackOfScope(scope)
  }
}

/** Decisions about money need access to the wallet, not only the right to act as the agent. */
export function requireWallet(context: OperationContext, caller: AgentCaller): void {
  walletOf(context, caller)
}
