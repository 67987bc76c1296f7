import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { second, stopwatch } from '../../lib/clock.ts'
import type { LongPoll, Operation } from '../../operation.ts'
import type { WebhookRow } from '../delivery/attempt-queries.ts'
import { insertDeliveries } from '../delivery/dispatch-queries.ts'
import { testDelivery } from '../delivery/fan-out.ts'
import { getDelivery } from './get-delivery.ts'
import { lockActiveWebhook, requireManager } from './access.ts'

type TestWebhook = Contract['webhooks']['testWebhook']

/** Slightly longer than the timeout of an attempt. */
const waitMs = 20 * second

/** Enqueues a test delivery. */
export const testWebhook: Operation<TestWebhook> = async (tx, caller) => {
  requireManager(caller)
  return enqueueTest(tx, caller, await lockActiveWebhook(tx, caller.agentId))
}

/** Shared with the test of other endpoints. */
export async function enqueueTest(tx: Tx, caller: AgentCaller, webhook: WebhookRow) {
  const delivery = testDelivery(webhook, tx.now)
  await insertDeliveries(tx, [delivery])
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.tested', target: webhook.id })
  return { delivery: (await getDelivery(tx, caller, delivery.id)).delivery, attempt: null }
}

/** Waits for the attempt, or until the time is up. */
export const awaitAttempt: LongPoll<TestWebhook>['wait'] = async (
  store,
  caller,
  _input,
  { reply: answer, signal, pubsub },
) => {
  const { id } = answer.delivery
  const elapsed = stopwatch()
  const listener = pubsub.listen(`delivery:${id}`)
  try {
    for (;;) {
      const { delivery, attempts } = await store.read((reader) => getDelivery(reader, caller, id))
      const left = waitMs - elapsed()
      const attempt = attempts.at(-1) ?? null
      if (delivery.status !== 'pending' || left <= 0 || signal.aborted) return { delivery, attempt }
      await listener.next(signal, Math.min(left, second))
    }
  } finally {
    listener.close()
  }
}
