import type { Contract, Input } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Operation } from '../../operation.ts'
import { cancelPending, type WebhookRow } from '../delivery/attempt-queries.ts'
import { registrantOf } from '../delivery/authority-queries.ts'
import { insertDeliveries } from '../delivery/dispatch-queries.ts'
import { testDelivery } from '../delivery/fan-out.ts'
import { lockOwnEndpoint, requireManager } from './access.ts'
import { updateWebhook } from './queries.ts'
import { addressed, enabled } from './registration.ts'
import { checkSecret, requireUrl } from './rules.ts'
import { showWebhook } from './show-webhook.ts'

type UpdateWebhookEndpoint = Contract['webhooks']['updateWebhookEndpoint']
type Changes = Omit<Input<UpdateWebhookEndpoint>, 'endpointId'>

/** Changes an endpoint; a paused one receives nothing until it is resumed. */
export const updateWebhookEndpoint: Operation<UpdateWebhookEndpoint> = async (
  tx,
  caller,
  { endpointId, ...changes },
) => {
  requireManager(caller)
  if (changes.url !== undefined) requireUrl(tx.checkUrl(changes.url))
  const checked = changes.secret === undefined ? {} : checkSecret(changes.secret)
  const before = await lockOwnEndpoint(tx, caller, endpointId)
  const webhook = await updateWebhook(tx, before.id, changesOf(tx, caller, before, changes))
  if (webhook.status === 'disabled') await cancelPending(tx, webhook.endpoint)
  else if (webhook.url !== before.url) await insertDeliveries(tx, [testDelivery(webhook, tx.now)])
  tx.publish('deliveries')
  await record(tx, caller, {
    action: 'webhook.updated',
    target: webhook.id,
    details: { fields: Object.keys(changes) },
  })
  return { endpoint: await showWebhook(tx, webhook), ...checked }
}

/** A caller who changes URL or secret, or resumes the endpoint, becomes its registrant. */
function changesOf(tx: Tx, caller: AgentCaller, before: WebhookRow, changes: Changes) {
  const { url = before.url, secret = tx.vault.open(before.secret), events } = changes
  const takesOver = changes.url !== undefined || changes.secret !== undefined || changes.enabled === true
  return {
    ...addressed(tx, before, { url, secret }),
    ...(events === undefined ? {} : { kinds: [...events] }),
    ...(takesOver ? registrantOf(caller) : {}),
    ...(changes.enabled === true ? enabled : {}),
    ...(changes.enabled === false ? paused : {}),
    updated_at: tx.now,
  }
}

const paused = { status: 'disabled', disabled_reason: 'paused' } as const
