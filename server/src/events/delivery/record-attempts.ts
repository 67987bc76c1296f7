/** The only place that records attempts, on deliveries and their addresses. */
import { createBatcher } from '../../db/batcher.ts'
import type { Store, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import {
  updateDeliveries,
  updateWebhooks,
  insertAttempts,
  lockDeliveries,
  lockWebhooks,
  type DeliveryRow,
  type WebhookRow,
} from './attempt-queries.ts'
import { applyAttempt, attemptRow, type Attempt, type AttemptResult } from './attempt-outcome.ts'
import { emitDisabled, deleteConfig } from './disable-address.ts'
import { isGone } from './schedule.ts'

/** Records attempts in batches: all that completed since the last batch. */
export type RecordAttempt = (attempt: Attempt) => Promise<void>

const batchMax = 64

export function createRecordAttempt(store: Store): RecordAttempt {
  return createBatcher<Attempt, undefined>({
    maxInFlight: 1,
    overlapMs: 0,
    pick: (queue) => ({ batch: queue.slice(0, batchMax), rest: queue.slice(batchMax) }),
    run: async (attempts) => {
      await store.write((tx) => recordAttempts(tx, attempts))
      return []
    },
  })
}

/** Locks webhooks before deliveries, the order that all transactions use. */
async function recordAttempts(tx: Tx, attempts: readonly Attempt[]): Promise<void> {
  const toWebhooks = attempts.filter(({ leased }) => leased.kind === 'agent')
  const webhooks = new Map<string, WebhookRow>()
  for (const row of await lockWebhooks(tx, endpointsOf(toWebhooks))) webhooks.set(row.endpoint, row)
  const deliveries = new Map<string, DeliveryRow>()
  for (const row of await lockDeliveries(tx, idsOf(attempts))) deliveries.set(row.id, row)
  const done = attempts.flatMap((attempt) => {
    const { id, kind, endpoint } = attempt.leased
    const delivery = deliveries.get(id)
    if (delivery === undefined) return []
    const webhook = kind === 'agent' ? webhooks.get(endpoint) : undefined
    const attempted = applyAttempt({ delivery, webhook }, attempt, { now: tx.now, random: Math.random })
    deliveries.set(id, attempted.delivery)
    if (attempted.webhook !== undefined) webhooks.set(endpoint, attempted.webhook)
    return [{ attempt, attempted, note: attemptRow(attempt, attempted.delivery) }]
  })
  if (done.length === 0) return
  await insertAttempts(
    tx,
    done.map(({ note }) => note),
  )
  await updateDeliveries(tx, [...deliveries.values()])
  if (webhooks.size > 0) await updateWebhooks(tx, [...webhooks.values()])
  for (const { attempt, attempted } of done) await followUp(tx, attempt, attempted)
}

function endpointsOf(attempts: readonly Attempt[]): string[] {
  return [...new Set(attempts.map(({ leased }) => leased.endpoint))]
}

function idsOf(attempts: readonly Attempt[]): Id<'dlv'>[] {
  return [...new Set(attempts.map(({ leased }) => leased.id))]
}

async function followUp(
  tx: Tx,
  { leased, outcome }: Attempt,
  { webhook, healthAction }: AttemptResult,
): Promise<void> {
  if (webhook !== undefined && healthAction === 'warn') warn(tx, webhook)
  if (webhook !== undefined && healthAction === 'disable') await emitDisabled(tx, webhook)
  if (leased.kind === 'push' && isGone(outcome)) await deleteConfig(tx, leased, 'gone')
  if (leased.trigger === 'test') tx.publish(`delivery:${leased.id}`)
}

function warn(tx: Tx, { agent_id: agentId, id, url }: WebhookRow): void {
  tx.emit({ agentId, subject: id, kind: 'webhook.failing', data: { url } })
}
