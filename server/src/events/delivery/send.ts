/** Sends what is due, at least once each: no transaction is open meanwhile, and a lease that runs out is sent again. */
import type { KeyObject } from 'node:crypto'
import type { Context } from '../../context.ts'
import { second } from '../../lib/clock.ts'
import type { Vault } from '../../lib/secrets.ts'
import type { TaskEvent } from '../../tasks/store/event-queries.ts'
import { pushMessage, webhookMessage, type Message } from './body.ts'
import {
  appointProbe,
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
import type { Turn } from './concurrency.ts'

const timeoutMs = 15 * second
const connectTimeoutMs = 5 * second

/** What messages of one batch are made from. */
interface Materials {
  readonly platform: KeyObject
  readonly events: readonly TaskEvent[]
}

type Addressed = Leased & { readonly url: string; readonly host: string }

/** Starts as much as there is room for, and does not wait for it; answers how many deliveries that moved on. */
export async function sendDeliveries(context: Context): Promise<number> {
  const { store, traffic } = context
  const limit = traffic.free()
  if (limit === 0) return 0
  const leased = await store.write((tx) => leaseDue(tx, { limit, closed: traffic.closed(tx.now) }))
  if (leased.length === 0) return 0
  const materials = {
    platform: await getPlatformKey(store),
    events: await store.read((reader) => pushedEvents(reader, leased)),
  }
  const addressed = leased.filter(isAddressed)
  const started = addressed.filter((delivery) => start(context, delivery, materials))
  await putBack(context, leased, started)
  return started.length + leased.length - addressed.length
}

function isAddressed(delivery: Leased): delivery is Addressed {
  return delivery.url !== null && delivery.host !== null && !delivery.revoked
}

function start(context: Context, delivery: Addressed, materials: Materials): boolean {
  const { traffic, clock } = context
  const lane = { ownerId: delivery.owner_id, agentId: delivery.agent_id, host: delivery.host }
  if (!traffic.enter(lane, clock.now(), delivery.trigger === 'test')) return false
  traffic.follow(
    attempt(context, delivery, materials)
      .catch((error: unknown) => {
        context.log.warn({ delivery: delivery.id, error: String(error) }, 'attempt not recorded')
        return false
      })
      .then((succeeded) => turn(context, delivery, traffic.leave(lane, clock.now(), succeeded)))
      .finally(() => context.pubsub.publish(['deliveries'])),
  )
  return true
}

/** What waits behind a lane that rests or recovers is put off or brought forward. */
async function turn({ store }: Context, { queue, agent_id }: Leased, turned: Turn): Promise<void> {
  if (turned === 'goes on') return
  await store.write(async (tx) => {
    if (turned === 'recovers') return resumeQueues(tx, agent_id)
    await postponeQueue(tx, queue)
    return appointProbe(tx, queue)
  })
}

/** Gives back what found no room, ends what has no address any more, and ends addresses whose registrant lost its authority. */
async function putBack({ store }: Context, leased: readonly Leased[], started: readonly Leased[]) {
  const rest = leased.filter((delivery) => !started.includes(delivery))
  if (rest.length === 0) return
  await store.write(async (tx) => {
    for (const delivery of rest.filter(({ revoked }) => revoked)) await revokeAddress(tx, delivery)
    await releaseLeases(
      tx,
      rest.filter(isAddressed).map(({ id }) => id),
    )
    await cancelDeliveries(
      tx,
      rest.filter((delivery) => !isAddressed(delivery)).map(({ id }) => id),
    )
  })
}

/** Answers whether the receiver took it. */
async function attempt(context: Context, delivery: Addressed, materials: Materials): Promise<boolean> {
  const startedAt = context.clock.now()
  const outcome = await post(context, delivery, materials, startedAt)
  await context.recordAttempt({ leased: delivery, startedAt, outcome })
  return errorOf(outcome) === null
}

async function post(
  { ports, vault, config, log }: Context,
  delivery: Addressed,
  { platform, events }: Materials,
  at: Date,
): Promise<Outcome> {
  try {
    const { body, headers } = messageOf(delivery, { vault, events, origin: config.settings.origin })
    const secrets = secretsOf(delivery, vault, at)
    const signed = signedHeaders({ id: delivery.event_id, at, body }, { secrets, platform })
    const message = { url: delivery.url, headers: { ...headers, ...signed }, body }
    return await ports.egress.post({ ...message, timeoutMs, connectTimeoutMs })
  } catch (error) {
    // A message that cannot be made must not come back for ever.
    log.error({ delivery: delivery.id, error: String(error) }, 'message not made')
    return { kind: 'failed', code: 'message_not_made', durationMs: 0 }
  }
}

interface Making {
  readonly vault: Vault
  readonly events: readonly TaskEvent[]
  readonly origin: string
}

function messageOf(delivery: Addressed, { vault, events, origin }: Making): Message {
  const { data, event_kind: kind, event_at: at, push_secrets: sealed, scheme } = delivery
  if (delivery.kind === 'agent') {
    return webhookMessage({ kind, at, data }, { id: delivery.agent_id, name: delivery.agent_name }, origin)
  }
  const sequence = 'sequence' in data ? data.sequence : 0
  const event = events.find(({ task_id, seq }) => task_id === delivery.task_id && seq === sequence)
  if (event === undefined || sealed === null) throw new Error('there is no such event of a task')
  return pushMessage(event, { scheme, ...readSecrets(vault.open(sealed)) }, origin)
}

function readSecrets(json: string): { token: string | undefined; credentials: string | undefined } {
  const { token, credentials }: Readonly<Record<string, unknown>> = JSON.parse(json)
  const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return { token: textOf(token), credentials: textOf(credentials) }
}

/** The secret, and the one before it as long as both count. */
function secretsOf(
  { secret, previous_secret, previous_secret_until }: Leased,
  vault: Vault,
  at: Date,
): string[] {
  const previous = previous_secret_until !== null && at < previous_secret_until ? previous_secret : null
  return [secret, previous].flatMap((sealed) => (sealed === null ? [] : [vault.open(sealed)]))
}
