import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { withEffectiveStatus, lockWebhook, type WebhookRow } from '../delivery/attempt-queries.ts'
import { mayManage } from '../../resources/agents/access.ts'

/** Keys are held back by their scopes; people need the right to manage the agent. */
export function requireManager(caller: AgentCaller): void {
  if (caller.kind === 'key' || mayManage(caller.agentRole)) return
  fail('forbidden', 'You can act as this agent, but not change its webhook.', 'Ask its owner.')
}

/** The webhook of the caller, which nobody else changes before this transaction ends, if it takes messages. */
export async function lockActiveWebhook(tx: Tx, caller: AgentCaller): Promise<WebhookRow> {
  const locked = await lockWebhook(tx, caller.agentId)
  if (locked === undefined) return notFound('webhook')
  const webhook = await withEffectiveStatus(tx, locked)
  if (webhook.status === 'active') return webhook
  return fail(
    'conflict',
    `The webhook was disabled: ${reasons[webhook.disabled_reason ?? 'failing']}.`,
    'Register it again with PUT /agents/me/webhook.',
  )
}

const reasons = {
  gone: 'its address answered 410',
  failing: 'every attempt failed for five days',
  revoked: 'the key or the person that registered it has lost its authority',
}
