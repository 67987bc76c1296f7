/** Compares the received webhook messages with the committed task events. */
import { assertClaim, type Counts } from '../suite.ts'
import { requireSigned, type Arrival } from './receivers.ts'
import type { WebhookAgent, Fixture } from './fixture.ts'

export function checkArrivals({ receivers, tasks, pairs }: Fixture, interrupted: number): Counts {
  requireSigned(receivers)
  const { arrivals } = receivers
  const queues = groupBy(arrivals, ({ receiver, subject }) => `${receiver} ${subject?.taskId ?? ''}`)
  let messages = 0
  for (const { taskId, pair, events } of tasks) {
    for (const { receiver, behavior } of [pair.client, pair.provider]) {
      if (behavior === 'gone') continue
      const received = queues.get(`${receiver} ${taskId}`) ?? []
      requireAll(received, { receiver, taskId, events })
      requireOrder(received)
      messages += events
    }
  }
  const agents = pairs.flatMap(({ client, provider }) => [client, provider])
  // The timeout of receivers that hang is so short that a busy machine exceeds it after the receiver has accepted.
  const timely = new Set(
    agents.filter(({ behavior }) => behavior !== 'hanging').map(({ receiver }) => receiver),
  )
  const accepted = arrivals.filter(({ receiver, isAccepted }) => isAccepted && timely.has(receiver))
  const duplicates =
    accepted.length - new Set(accepted.map(({ receiver, messageId }) => `${receiver} ${messageId}`)).size
  assertClaim(
    duplicates - interrupted < messages / 100,
    `${duplicates} messages arrived twice, but kills interrupted only ${interrupted} deliveries`,
  )
  return {
    messages,
    arrivals: arrivals.length,
    duplicates,
    ...byBehavior(agents),
  }
}

interface ExpectedDeliveries {
  readonly receiver: string
  readonly taskId: string
  readonly events: number
}

function requireAll(received: readonly Arrival[], { receiver, taskId, events }: ExpectedDeliveries): void {
  const accepted = new Set(
    received.filter(({ isAccepted }) => isAccepted).map(({ subject }) => subject?.sequence),
  )
  const missing = Array.from({ length: events }, (_, index) => index + 1).find(
    (sequence) => !accepted.has(sequence),
  )
  assertClaim(missing === undefined, `event ${missing} of ${taskId} never arrived at ${receiver}`)
}

/** After this many failures a message no longer blocks later messages of its task. */
const orderedAttempts = 3

function requireOrder(received: readonly Arrival[]): void {
  const attempts = new Map<number, number>()
  const accepted = new Set<number>()
  for (const { subject, isAccepted, receiver } of received) {
    if (subject === undefined) continue
    const { sequence, taskId } = subject
    attempts.set(sequence, (attempts.get(sequence) ?? 0) + 1)
    if (!isAccepted) continue
    accepted.add(sequence)
    const skipped = Array.from({ length: sequence - 1 }, (_, index) => index + 1).find(
      (before) => !accepted.has(before) && (attempts.get(before) ?? 0) < orderedAttempts,
    )
    assertClaim(
      skipped === undefined,
      `${receiver} accepted event ${sequence} of ${taskId} before event ${skipped}`,
    )
  }
}

function byBehavior(listeners: readonly WebhookAgent[]): Counts {
  const groups = groupBy(listeners, ({ behavior }) => `${behavior} receivers`)
  return Object.fromEntries([...groups].map(([name, all]) => [name, all.length]))
}

function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(nameOf(item))
    if (group === undefined) groups.set(nameOf(item), [item])
    else group.push(item)
  }
  return groups
}
