/** The only place that disables a callback URL: stops deliveries and notifies its agent. */
import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { removeConfig, removeConfigsRegisteredBy } from '../push-configs/queries.ts'
import {
  cancelPending,
  updateWebhooks,
  lockWebhook,
  lockWebhooks,
  endpointsRegisteredBy,
  type WebhookRow,
} from './attempt-queries.ts'
import type { Leased } from './lease-queries.ts'

/** Call after the row was set to disabled. */
export async function emitDisabled(
  tx: Tx,
  { agent_id: agentId, id, url, endpoint, disabled_reason: reason }: WebhookRow,
): Promise<void> {
  await cancelPending(tx, endpoint)
  if (reason === null || reason === 'paused') return
  tx.emit({ agentId, subject: id, kind: 'webhook.disabled', data: { url, reason } })
  await record(tx, systemCaller, { action: 'webhook.disabled', target: id, details: { reason } })
}

export async function deleteConfig(
  tx: Tx,
  { agent_id: agentId, task_id: taskId, config_id, endpoint }: Leased,
  reason: 'gone' | 'revoked',
): Promise<void> {
  if (taskId === null || config_id === null) return
  await cancelPending(tx, endpoint)
  if (await removeConfig(tx, { taskId, agentId }, config_id)) {
    const target = `${taskId}/${config_id}`
    await record(tx, systemCaller, { action: 'pushConfig.deleted', target, details: { reason } })
  }
}

/** The registrant of the URL has lost its authority. */
export async function revokeAddress(tx: Tx, leased: Leased): Promise<void> {
  if (leased.kind === 'push') return deleteConfig(tx, leased, 'revoked')
  const webhook = await lockWebhook(tx, leased.endpoint)
  if (webhook?.status !== 'active' || webhook.url !== leased.url) return
  const disabled = { ...webhook, status: 'disabled', disabled_reason: 'revoked', updated_at: tx.now } as const
  await updateWebhooks(tx, [disabled])
  await emitDisabled(tx, disabled)
}

/** Disables every callback URL that a person registered. Returns the count. */
export async function revokeAddressesOf(tx: Tx, userId: Id<'usr'>): Promise<number> {
  const registered = await lockWebhooks(tx, await endpointsRegisteredBy(tx, userId))
  const disabled = registered
    .filter(({ status }) => status === 'active')
    .map((row) => ({ ...row, status: 'disabled', disabled_reason: 'revoked', updated_at: tx.now }) as const)
  if (disabled.length > 0) await updateWebhooks(tx, disabled)
  for (const webhook of disabled) await emitDisabled(tx, webhook)
  return disabled.length + (await removeConfigsRegisteredBy(tx, userId))
}
