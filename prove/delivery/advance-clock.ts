/** Advances the clock as fast as deliveries allow: only while no delivery is in flight. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { second } from '../../server/src/lib/clock.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'

interface QueueState {
  /** Events that have not been dispatched to deliveries. */
  readonly undispatched: number
  /** Leased by a running sender. */
  readonly inFlight: number
  readonly due: number
  /** When the next delivery is due or a lease of a killed sender expires; null when the queue is empty. */
  readonly next: Date | null
}

/** Deliveries leased by a killed sender, and the expiry of their leases. */
export interface OrphanedLeases {
  readonly ids: readonly string[]
  readonly until: Date
}

async function readQueueState({ context, clock }: Souk, { ids, until }: OrphanedLeases): Promise<QueueState> {
  const now = clock.now()
  const orphaned = sql`(id = any(${[...ids]}::text[]) and lease_until <= ${until}::timestamptz)`
  const { rows } = await sql<QueueState>`
    select
      (select count(*) from outbox)::int
        + (select count(*) from events where number > (select number from webhook_cursor))::int as undispatched,
      (count(*) filter (where lease_until > ${now} and not ${orphaned}))::int as "inFlight",
      (count(*) filter (where next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})))::int as due,
      min(greatest(next_attempt_at, lease_until)) as next
    from webhook_deliveries where status = 'pending'`.execute(context.database)
  return rows[0] ?? { undispatched: 0, inFlight: 0, due: 0, next: null }
}

export async function findOrphanedLeases({ context, clock }: Souk): Promise<OrphanedLeases> {
  const { rows } = await sql<{ id: string; lease_until: Date }>`
    select id, lease_until from webhook_deliveries
    where status = 'pending' and lease_until > ${clock.now()}`.execute(context.database)
  const last = Math.max(0, ...rows.map(({ lease_until }) => lease_until.getTime()))
  return { ids: rows.map(({ id }) => id), until: new Date(last) }
}

const pollMs = 10

/** Returns when the queue is empty; calls `onAdvance` after each advance of the clock. */
export async function advanceUntilDelivered(
  souk: Souk,
  orphans: OrphanedLeases,
  onAdvance: () => void,
): Promise<void> {
  for (;;) {
    const { undispatched, inFlight, due, next } = await readQueueState(souk, orphans)
    if (undispatched === 0 && next === null) return
    if (undispatched === 0 && inFlight === 0 && next !== null) {
      // A due delivery that does not start waits for its rate limit, which counts per second.
      const untilNextMs = next.getTime() - souk.clock.now().getTime()
      souk.clock.advance(due > 0 ? second : Math.max(0, untilNextMs))
      onAdvance()
    }
    await delay(pollMs)
  }
}
