import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Store } from '../../../db/transact.ts'
import { after, hour, minute, second, type Clock } from '../../../lib/clock.ts'
import type { Vault } from '../../../lib/secrets.ts'
import { signedDelivery } from './events.ts'
import type { EventAbout } from './tables.ts'

/** Delivers to the receiver of events; throws if it was not accepted. */
type Deliver = (rawBody: Buffer, headers: Record<string, string>) => Promise<void>

/** Delivery faults that tests can enable. */
export interface DeliveryFaults {
  duplicate: boolean
  reorder: boolean
  /** Drops the first delivery of each event; it is retried. */
  dropFirst: boolean
  delayMs: number
}

export const noFaults: Readonly<DeliveryFaults> = {
  duplicate: false,
  reorder: false,
  dropFirst: false,
  delayMs: 0,
}

interface DeliveryContext {
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Logger
}

interface DueEvent {
  id: string
  type: string
  about: EventAbout
  attempts: number
}

const batchSize = 50
/** Retry delays; after the last the event fails, and only polling helps. */
const retryDelaysMs = [5 * second, 30 * second, 5 * minute, 30 * minute, 2 * hour, 8 * hour, 24 * hour]
/** Lease of an event. If the node crashes, another one retries. */
const leaseMs = minute

/** Delivers due events, at least once each. Returns the count. */
export async function deliverSandboxEvents(
  context: DeliveryContext,
  deliver: Deliver,
  faults: Readonly<DeliveryFaults> = noFaults,
): Promise<number> {
  const events = await leaseDueEvents(context, faults.delayMs)
  for (const event of faults.reorder ? events.toReversed() : events) {
    try {
      await deliverOne(context, event, deliver, faults)
      await finish(context, event.id, 'delivered')
    } catch (error) {
      context.log.warn(
        { event: event.id, attempt: event.attempts, error: String(error) },
        'sandbox event not delivered',
      )
      await postpone(context, event)
    }
  }
  return events.length
}

async function leaseDueEvents({ store }: DeliveryContext, delayMs: number): Promise<DueEvent[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<DueEvent>`
      update sandbox_events set attempts = attempts + 1, due_at = ${after(tx.now, leaseMs)}
      where id = any (array(
        select id from sandbox_events where state = 'queued' and due_at <= ${after(tx.now, -delayMs)}
        order by id limit ${batchSize} for update skip locked
      ))
      returning id, type, about, attempts`.execute(tx)
    return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))
  })
}

async function deliverOne(
  { vault, clock }: DeliveryContext,
  event: DueEvent,
  deliver: Deliver,
  faults: Readonly<DeliveryFaults>,
): Promise<void> {
  if (faults.dropFirst && event.attempts === 1) throw new Error('lost on the way')
  const { rawBody, headers } = signedDelivery(vault, event, clock.now())
  await deliver(rawBody, headers)
  if (faults.duplicate) await deliver(rawBody, headers)
}

async function finish({ store }: DeliveryContext, id: string, state: 'delivered' | 'failed'): Promise<void> {
  await store.write((tx) => tx.updateTable('sandbox_events').set({ state }).where('id', '=', id).execute())
}

async function postpone(context: DeliveryContext, event: DueEvent): Promise<void> {
  const delayMs = retryDelaysMs[event.attempts - 1]
  if (delayMs === undefined) return finish(context, event.id, 'failed')
  await context.store.write((tx) =>
    tx
      .updateTable('sandbox_events')
      .set({ due_at: after(tx.now, delayMs) })
      .where('id', '=', event.id)
      .execute(),
  )
}
