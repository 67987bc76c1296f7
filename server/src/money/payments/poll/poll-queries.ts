import { sql, type RawBuilder } from 'kysely'
import { leaseDue } from '../../../db/lease.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import { after, hour, minute } from '../../../lib/clock.ts'
import type { PaymentRow } from '../queries.ts'

const batchSize = 20
const paymentLeaseMs = 2 * minute
/** A failed poll of a chargeback or refund is repeated after the lease. */
const reversalLeaseMs = hour

/** Payments that the lease takes once they are due. The configured processor does not know those of other books. */
export const waitingPayments = ({ settings }: Pick<Reader, 'settings'>) =>
  sql<boolean>`book = ${settings.book}`

/** Each attempt is a minute later than the previous one, up to an hour. */
export async function leaseDuePayments(tx: Tx): Promise<PaymentRow[]> {
  const { rows } = await leaseDue(tx, 'payments', {
    batchSize,
    until: sql`${after(tx.now, paymentLeaseMs)}::timestamptz + least(attempts, 60) * interval '1 minute'`,
    where: waitingPayments(tx),
    set: sql`attempts = attempts + 1`,
  }).execute(tx)
  return rows
}

/** Tables of objects by which the processor takes a payment back. */
export type ReversalTable = 'chargebacks' | 'refunds'

export async function leaseDueRefs(tx: Tx, table: ReversalTable): Promise<string[]> {
  const { rows } = await leaseDue(tx, table, {
    batchSize,
    until: after(tx.now, reversalLeaseMs),
    where: sql`book = ${tx.settings.book}`,
  }).execute(tx)
  return rows.map(({ ref }) => ref)
}

/** Sums of the scanned movements of one dispute or refund. */
export interface Movements {
  /** Taken from the balance at the processor. */
  readonly taken: bigint
  readonly returned: bigint
}

/** Whether the movements exceed those of the known row: an event was lost, or is still on its way. */
const exceeds: Readonly<Record<ReversalTable, RawBuilder<boolean>>> = {
  chargebacks: sql`known.withdrawn < moved.taken or known.reinstated < moved.returned`,
  refunds: sql`known.state <> 'failed' and moved.returned > 0`,
}

/** Objects that are unknown, or whose row lacks one of these movements. */
export async function outdatedRefs(
  reader: Reader,
  table: ReversalTable,
  movements: ReadonlyMap<string, Movements>,
): Promise<string[]> {
  const sums = [...movements.values()]
  const { rows } = await sql<{ ref: string }>`
    select moved.ref
    from unnest(
      ${[...movements.keys()]}::text[],
      ${sums.map(({ taken }) => taken)}::bigint[],
      ${sums.map(({ returned }) => returned)}::bigint[]
    ) moved(ref, taken, returned)
    left join ${sql.table(table)} known on known.ref = moved.ref
    where known.ref is null or ${exceeds[table]}`.execute(reader)
  return rows.map(({ ref }) => ref)
}

interface ScanTimes {
  readonly nextAt: Date
  /** Start of the first scan. */
  readonly firstFrom: Date
}

/** End of the previous scan; undefined if no scan is due or another node runs it. */
export async function leaseScan(tx: Tx, { nextAt, firstFrom }: ScanTimes): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`
    insert into movement_looks (book, seen_up_to, due_at)
    values (${tx.settings.book}, ${firstFrom}, ${nextAt})
    on conflict (book) do update set due_at = excluded.due_at where movement_looks.due_at <= ${tx.now}
    returning least(seen_up_to, coalesce(refunds_seen_up_to, ${firstFrom})) as since`.execute(tx)
  return rows[0]?.since
}

/** The scanned position only advances. */
export async function recordScan(tx: Tx, upTo: Date): Promise<void> {
  await sql`
    update movement_looks set seen_up_to = greatest(seen_up_to, ${upTo}),
      refunds_seen_up_to = greatest(refunds_seen_up_to, ${upTo})
    where book = ${tx.settings.book}`.execute(tx)
}
