/** Agents, tasks and postings for ledger tests. */
import type { Souk } from '../../../test/fixtures/harness.ts'
import { newId } from '../../lib/ids.ts'
import type { AgentId, Denomination, TaskId } from './accounts.ts'
import { post, type Posted } from './post.ts'
import type { Posting } from './posting-types.ts'
import { topUp } from './recipes.ts'

export const usd = { book: 'sandbox', currency: 'USD' } as const
export const processor = 'sandbox'

export function newAgent(): AgentId {
  return newId('agt', new Date())
}

let count = 0

export function newName<P extends string>(prefix: P): `${P}_${string}` {
  return `${prefix}_${++count}`
}

/** A task between two new agents. */
export function newTrade(money: Denomination = usd) {
  const taskId: TaskId = newName('task')
  return {
    ...money,
    taskId,
    clientId: newAgent(),
    providerId: newAgent(),
    feeBps: 500,
    disputeId: newName('dispute'),
  }
}

export function posted(souk: Souk, posting: Posting): Promise<Posted> {
  return souk.context.store.write((tx) => post(tx, posting, { actor: 'system' }))
}

/** Credits an agent's available balance. */
export async function fund(
  souk: Souk,
  agentId: AgentId,
  amount: bigint,
  money: Denomination = usd,
): Promise<void> {
  await posted(souk, topUp({ ...money, agentId, amount, processor, paymentId: newName('pay') }))
}
