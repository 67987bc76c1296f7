/** Sends due deliveries at least once. No transaction is open during a request; an expired lease is sent again. */
import type { KeyObject } from 'node:crypto'
import type { Context } from '../../context.ts'
import { second } from '../../lib/clock.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { TaskEvent } from '../../tasks/store/event-queries.ts'
import { pushMessage, webhookMessage, type Message } from './body.ts'
import {
  scheduleProbe,
  cancelDeliveries,
  leaseDue,
  postponeQueue,
  pushedEvents,
  releaseLeases,
  resumeQueues,
  type Leased,
} from './lease-queries.ts'
import { revokeAddress } from './disable-address.ts'
import { getPlatformKey } from './platform-key.ts'
import { errorOf, type Outcome } from './schedule.ts'
import { signedHeaders } from './sign.ts'
import type { LaneChange } from './delivery-limiter.ts'

const timeoutMs = 15 * second
const connectTimeoutMs = 5 * second

/** Data shared by the messages of one batch. */
interface BatchInputs {
  readonly platform: KeyObject
  readonly events: readonly TaskEvent[]
}

type SendableDelivery = Leased & { readonly url: string; readonly host: string }

/** Starts as many deliveries as there are slots, without waiting for them. Returns how many were started or closed. */
export async function sendDeliveries(context: Context): Promise<number> {
  const { store, deliveryLimiter: limiter } = context
  const limit = limiter.available()
  if (limit === 0) return 0
  const leased = await store.write((tx) => leaseDue(tx, { limit, saturated: limiter.saturated(tx.now) }))
  if (leased.length === 0) return 0
  const inputs = {
    platform: await getPlatformKey(store),
    events: await store.read((reader) => pushedEvents(reader, leased)),
  }
  const sendable = leased.filter(isSendable)
  const acquired = sendable.filter((delivery) => tryAcquire(context, delivery))
  try {
    // Before any attempt: one that pauses its lane postpones only deliveries without a lease.
    await releaseUnstarted(context, leased, acquired)
  } finally {
    for (const delivery of acquired) start(context, delivery, inputs)
  }
  return acquired.length + leased.length - sendable.length
}

function isSendable(delivery: Leased): delivery is SendableDelivery {
  return delivery.url !== null && delivery.host !== null && !delivery.revoked
}

function tryAcquire({ deliveryLimiter, clock }: Context, delivery: SendableDelivery): boolean {
  return deliveryLimiter.tryAcquire(laneOf(delivery), clock.now(), delivery.trigger === 'test')
}

function laneOf({ owner_id: ownerId, agent_id: agentId, host }: SendableDelivery) {
  return { ownerId, agentId, host }
}

function start(context: Context, delivery: SendableDelivery, inputs: BatchInputs): void {
  const { deliveryLimiter: limiter, clock } = context
  limiter.track(
    attempt(context, delivery, inputs)
      .catch((error: unknown) => {
        context.log.warn({ delivery: delivery.id, error: String(error) }, 'attempt not recorded')
        return false
      })
      .then((succeeded) =>
        reschedule(context, delivery, limiter.release(laneOf(delivery), clock.now(), succeeded)),
      )
      .finally(() => context.pubsub.publish(['deliveries'])),
  )
}

/** Postpones the queue of a paused lane, and resumes that of a recovered one. */
async function reschedule(
  { store }: Context,
  { queue, agent_id }: Leased,
  change: LaneChange,
): Promise<void> {
  if (change === 'unchanged') return
  await store.write(async (tx) => {
    if (change === 'recovered') return resumeQueues(tx, agent_id)
    await postponeQueue(tx, queue)
    return scheduleProbe(tx, queue)
  })
}

/**
 * Releases deliveries without a slot, cancels those without an address, and disables addresses whose registrant lost
 * its authority.
 */
async function releaseUnstarted({ store }: Context, leased: readonly Leased[], started: readonly Leased[]) {
  const rest = leased.filter((delivery) => !started.includes(delivery))
  if (rest.length === 0) return
  await store.write(async (tx) => {
    for (const delivery of rest.filter(({ revoked }) => revoked)) await revokeAddress(tx, delivery)
    await releaseLeases(
      tx,
      rest.filter(isSendable).map(({ id }) => id),
    )
    await cancelDeliveries(
      tx,
      rest.filter((delivery) => !isSendable(delivery)).map(({ id }) => id),
    )
  })
}

/** Returns whether the receiver accepted it. */
async function attempt(context: Context, delivery: SendableDelivery, inputs: BatchInputs): Promise<boolean> {
  const startedAt = context.clock.now()
  const outcome = await post(context, delivery, inputs, startedAt)
  await context.recordAttempt({ leased: delivery, startedAt, outcome })
  return errorOf(outcome) === null
}

async function post(
  { ports, vault, config, log }: Context,
  delivery: SendableDelivery,
  { platform, events }: BatchInputs,
  at: Date,
): Promise<Outcome> {
  try {
    const { body, headers } = messageOf(delivery, { vault, events, origin: config.settings.origin })
    const secrets = secretsOf(delivery, vault, at)
    const signed = signedHeaders({ id: delivery.event_id, at, body }, { secrets, platform })
    const message = { url: delivery.url, headers: { ...headers, ...signed }, body }
    return await ports.egress.post({ ...message, timeoutMs, connectTimeoutMs })
  } catch (error) {
    // A message that cannot be built must not be retried forever.
    log.error({ delivery: delivery.id, error: String(error) }, 'message not made')
    return { kind: 'failed', code: 'message_not_made', durationMs: 0 }
  }
}

interface MessageInputs {
  readonly vault: Vault
  readonly events: readonly TaskEvent[]
  readonly origin: string
}

function messageOf(delivery: SendableDelivery, { vault, events, origin }: MessageInputs): Message {
  const { data, event_kind: kind, event_at: at, push_secrets: sealed, scheme, a2a_version } = delivery
  if (delivery.kind === 'agent') {
    return webhookMessage({ kind, at, data }, { id: delivery.agent_id, name: delivery.agent_name }, origin)
  }
  const sequence = 'sequence' in data ? data.sequence : 0
  const event = events.find(({ task_id, seq }) => task_id === delivery.task_id && seq === sequence)
  if (event === undefined || sealed === null) throw new Error('there is no such event of a task')
  return pushMessage(
    event,
    { scheme, a2aVersion: a2a_version ?? '1.0', ...readSecrets(vault.open(sealed)) },
    origin,
  )
}

function readSecrets(json: string): { token: string | undefined; credentials: string | undefined } {
  const { token, credentials }: Readonly<Record<string, unknown>> = JSON.parse(json)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { token: textOf(token), credentials: textOf(credentials) }
}

/** The secret, and the previous one during a rotation. */
function secretsOf(
  { secret, previous_secret, previous_secret_until }: Leased,
  vault: Vault,
  at: Date,
): string[] {
  const previous = previous_secret_until !== null && at < previous_secret_until ? previous_secret : null
  return [secret, previous].flatMap((sealed) => (sealed === null ? [] : [vault.open(sealed)]))
}
