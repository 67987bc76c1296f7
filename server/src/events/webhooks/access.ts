import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { withEffectiveStatus, lockWebhook, type WebhookRow } from '../delivery/attempt-queries.ts'
import { mayManage } from '../../resources/agents/access.ts'

/** Keys are limited by their scopes; people need the right to manage the agent. */
export function requireManager(caller: AgentCaller): void {
  if (caller.kind === 'key' || mayManage(caller.agentRole)) return
  fail(
    'forbidden',
    'You can act as this agent, but cannot change its webhook.',
    'Ask the owner of the agent.',
  )
}

/** Locks the caller's webhook; refuses if it is disabled. */
export async function lockActiveWebhook(tx: Tx, caller: AgentCaller): Promise<WebhookRow> {
  const locked = await lockWebhook(tx, caller.agentId)
  if (locked === undefined) return notFound('webhook')
  const webhook = await withEffectiveStatus(tx, locked)
  if (webhook.status === 'active') return webhook
  return fail(
    'conflict',
    `The webhook was disabled: ${reasons[webhook.disabled_reason ?? 'failing']}.`,
    'Register the webhook again.',
  )
}

const reasons = {
  gone: 'its URL responded 410 Gone',
  failing: 'every attempt failed for five days',
  revoked: 'the key or person that registered it has lost access',
}
