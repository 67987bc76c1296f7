import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockWebhook } from '../delivery/attempt-queries.ts'
import { requireManager } from './access.ts'
import { registerWebhook } from './register-webhook.ts'
import { requireUrl, checkSecret } from './rules.ts'
import { showWebhook } from './show-webhook.ts'

/** Registers or replaces the webhook of the agent, and sends a test delivery. */
export const setWebhook: Operation<Contract['webhooks']['setWebhook']> = async (tx, caller, input) => {
  requireManager(caller)
  const { host } = requireUrl(tx.checkUrl(input.url))
  const checked = checkSecret(input.secret)
  const before = await lockWebhook(tx, caller.agentId)
  const webhook = await registerWebhook(tx, caller, { before, main: true, host, input })
  return { webhook: await showWebhook(tx, webhook), ...checked }
}
