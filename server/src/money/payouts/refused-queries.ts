import { sql, type RawBuilder } from 'kysely'
import type { PayoutFilter } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { PageRequest } from '../../operation.ts'
import type { PayoutRow } from './queries.ts'

/** Refused payouts of all agents that are still in progress. */
const refused = sql`failure is not null and state not in ('paid', 'failed', 'returned', 'canceled')`
/** Payouts that wait for a person come first. */
const rank = sql<number>`(state <> 'needs_attention')::int`

const hasEnded = sql`state in ('paid', 'failed', 'returned', 'canceled')`

const filters: Readonly<Record<PayoutFilter, RawBuilder<unknown>>> = {
  refused,
  in_progress: sql`not ${hasEnded}`,
  needs_attention: sql`state = 'needs_attention'`,
  held: sql`hold_reason is not null and not ${hasEnded}`,
  failed: sql`state in ('failed', 'returned')`,
  all: sql`true`,
}

interface Filter {
  readonly state: PayoutFilter | undefined
  readonly agentId: string | undefined
  readonly page: PageRequest
}

/** One page, ordered by what they wait for, then by age. */
export async function payoutsOfAll(
  reader: Reader,
  { state = 'refused', agentId, page: { limit, after: position } }: Filter,
): Promise<(PayoutRow & { rank: number })[]> {
  const [afterRank = -1, afterId = ''] = position ?? []
  const ofAgent = agentId === undefined ? sql`true` : sql`agent_id = ${agentId}`
  const { rows } = await sql<PayoutRow & { rank: number }>`
    select *, ${rank} as rank from payouts
    where ${filters[state]} and ${ofAgent} and book = ${reader.settings.book}
      and (${rank}, id) > (${afterRank}::int, ${afterId})
    order by rank, id limit ${limit + 1}`.execute(reader)
  return rows
}

/** Counts by what they wait for: a person or the next retry. */
export async function countRefused(reader: Reader): Promise<{ person: number; retry: number }> {
  const { rows } = await sql<{ person: number; retry: number }>`
    select count(*) filter (where ${rank} = 0)::int as person, count(*) filter (where ${rank} = 1)::int as retry
    from payouts where ${refused} and book = ${reader.settings.book}`.execute(reader)
  return rows[0] ?? { person: 0, retry: 0 }
}
