import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { withEffectiveStatus, lockWebhook, type WebhookRow } from '../delivery/attempt-queries.ts'
import { mayManage } from '../../resources/agents/access.ts'
import { findEndpoint } from './queries.ts'

/** Keys are limited by their scopes; people need the right to manage the agent. */
export function requireManager(caller: AgentCaller): void {
  if (caller.kind === 'key' || mayManage(caller.agentRole)) return
  fail(
    'forbidden',
    'You can act as this agent, but cannot change its webhook.',
    'Ask the owner of the agent.',
  )
}

/** Locks an endpoint of the caller's agent. */
export async function lockOwnEndpoint(tx: Tx, caller: AgentCaller, reference: string): Promise<WebhookRow> {
  const { endpoint } = found(await findEndpoint(tx, caller.agentId, reference), 'webhook')
  return found(await lockWebhook(tx, endpoint), 'webhook')
}

/** Locks a webhook; refuses if it is disabled. */
export async function lockActiveWebhook(tx: Tx, endpoint: string): Promise<WebhookRow> {
  return requireActive(tx, found(await lockWebhook(tx, endpoint), 'webhook'))
}

export async function requireActive(tx: Tx, locked: WebhookRow): Promise<WebhookRow> {
  const webhook = await withEffectiveStatus(tx, locked)
  if (webhook.status === 'active') return webhook
  return fail(
    'conflict',
    `The webhook was disabled: ${reasons[webhook.disabled_reason ?? 'failing']}.`,
    'Register the webhook again, or resume it with "enabled": true.',
  )
}

const reasons = {
  gone: 'its URL responded 410 Gone',
  failing: 'every attempt failed for five days',
  revoked: 'the key or person that registered it has lost access',
  paused: 'it is paused',
}
