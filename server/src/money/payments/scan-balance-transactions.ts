/** Finds disputes and refunds whose webhook was lost, by scanning the processor's balance transactions. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, day, hour } from '../../lib/clock.ts'
import { syncChargeback } from './poll-chargebacks.ts'
import { syncRefund } from './poll-refunds.ts'

/** Scan interval. Scans overlap, because balance transactions do not appear in order. */
const scanMs = hour
const overlapMs = day
/** Reach of the first scan. */
const firstScanMs = 90 * day
/** How long an object that cannot be fetched is retried. */
const retryMs = 7 * day

/** Table of known objects, and how to apply unknown ones. */
const subjects = {
  dispute: { table: 'chargebacks', sync: syncChargeback },
  refund: { table: 'refunds', sync: syncRefund },
} as const

type Subject = keyof typeof subjects

export async function scanBalanceTransactions(context: Context): Promise<number> {
  const began = context.clock.now()
  const since = await leaseScan(context)
  if (since === undefined) return 0
  try {
    const refs = await refsSince(context, since)
    const disputes = await syncUnknown(context, 'dispute', refs.dispute)
    const refunds = await syncUnknown(context, 'refund', refs.refund)
    const isWhole = disputes.failed + refunds.failed === 0
    await recordScan(context, isWhole ? began : after(began, -retryMs))
    return disputes.found + refunds.found
  } catch (error) {
    context.log.warn({ error: String(error) }, 'failed to scan balance transactions')
    return 0
  }
}

async function refsSince({ ports }: Context, since: Date): Promise<Record<Subject, Set<string>>> {
  const refs = { dispute: new Set<string>(), refund: new Set<string>() }
  for await (const { kind, sourceRef } of ports.processor.listBalanceTransactions({ since })) {
    if (sourceRef !== undefined && (kind === 'dispute' || kind === 'refund')) refs[kind].add(sourceRef)
  }
  return refs
}

/** A failure does not stop the scan. */
async function syncUnknown(context: Context, subject: Subject, refs: Set<string>) {
  const { table, sync } = subjects[subject]
  const found = await unknownRefs(context, table, [...refs])
  let failed = 0
  for (const ref of found) {
    try {
      await sync(context, ref)
    } catch (error) {
      failed += 1
      context.log.warn(
        { [subject]: ref, error: String(error) },
        'failed to sync object of balance transaction',
      )
    }
  }
  return { found: found.length, failed }
}

/** Start of the next scan; undefined if it is not due or another node runs it. */
async function leaseScan({ store }: Context): Promise<Date | undefined> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ since: Date }>`
      insert into movement_looks (book, seen_up_to, due_at)
      values (${tx.settings.book}, ${after(tx.now, -firstScanMs)}, ${after(tx.now, scanMs)})
      on conflict (book) do update set due_at = excluded.due_at where movement_looks.due_at <= ${tx.now}
      returning least(seen_up_to, coalesce(refunds_seen_up_to, ${after(tx.now, -firstScanMs)})) as since`.execute(
      tx,
    )
    const [look] = rows
    return look === undefined ? undefined : after(look.since, -overlapMs)
  })
}

/** The scanned position only advances. */
async function recordScan({ store }: Context, upTo: Date): Promise<void> {
  await store.write((tx) =>
    sql`
      update movement_looks set seen_up_to = greatest(seen_up_to, ${upTo}),
        refunds_seen_up_to = greatest(refunds_seen_up_to, ${upTo})
      where book = ${tx.settings.book}`.execute(tx),
  )
}

async function unknownRefs(
  { store }: Context,
  table: 'chargebacks' | 'refunds',
  refs: readonly string[],
): Promise<string[]> {
  const { rows } = await store.read((reader) =>
    sql<{ ref: string }>`select ref from unnest(${[...refs]}::text[]) ref
      where not exists (select from ${sql.table(table)} known where known.ref = ref.ref)`.execute(reader),
  )
  return rows.map(({ ref }) => ref)
}
