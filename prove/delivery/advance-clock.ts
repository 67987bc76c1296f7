/** Lets time pass as fast as deliveries allow: it moves only while nothing is under way. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { second } from '../../server/src/lib/clock.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'

/** What deliveries wait for. */
interface Standing {
  /** Events that are not deliveries yet. */
  readonly fresh: number
  /** Leased by a sender that lives. */
  readonly flying: number
  readonly due: number
  /** When the next one is due, or a lease of the dead runs out; null when nothing is left. */
  readonly next: Date | null
}

/** What a killed sender had taken, and until when it is left alone. */
export interface Orphans {
  readonly ids: readonly string[]
  readonly until: Date
}

async function standingOf({ context, clock }: Souk, { ids, until }: Orphans): Promise<Standing> {
  const now = clock.now()
  const orphaned = sql`(id = any(${[...ids]}::text[]) and lease_until <= ${until}::timestamptz)`
  const { rows } = await sql<Standing>`
    select
      (select count(*) from outbox)::int
        + (select count(*) from events where number > (select number from webhook_cursor))::int as fresh,
      (count(*) filter (where lease_until > ${now} and not ${orphaned}))::int as flying,
      (count(*) filter (where next_attempt_at <= ${now} and (lease_until is null or lease_until <= ${now})))::int as due,
      min(greatest(next_attempt_at, lease_until)) as next
    from webhook_deliveries where status = 'pending'`.execute(context.database)
  return rows[0] ?? { fresh: 0, flying: 0, due: 0, next: null }
}

/** Everything that a sender had taken when it was killed. */
export async function orphansOf({ context, clock }: Souk): Promise<Orphans> {
  const { rows } = await sql<{ id: string; lease_until: Date }>`
    select id, lease_until from webhook_deliveries
    where status = 'pending' and lease_until > ${clock.now()}`.execute(context.database)
  const last = Math.max(0, ...rows.map(({ lease_until }) => lease_until.getTime()))
  return { ids: rows.map(({ id }) => id), until: new Date(last) }
}

const lookMs = 10

/** Until nothing is left to deliver; `moved` is called whenever time has. */
export async function drive(souk: Souk, orphans: Orphans, moved: () => void): Promise<void> {
  for (;;) {
    const { fresh, flying, due, next } = await standingOf(souk, orphans)
    if (fresh === 0 && next === null) return
    if (fresh === 0 && flying === 0 && next !== null) {
      // What is due and does not go waits for its lane, which counts by the second.
      const untilNextMs = next.getTime() - souk.clock.now().getTime()
      souk.clock.advance(due > 0 ? second : Math.max(0, untilNextMs))
      moved()
    }
    await delay(lookMs)
  }
}
