/** Scans the processor's balance transactions for disputes and refunds whose webhook was lost: new ones, and changes of known ones. */
import type { Context } from '../../../context.ts'
import { after, day, hour } from '../../../lib/clock.ts'
import { syncChargeback } from './poll-chargebacks.ts'
import { leaseScan, outdatedRefs, recordScan, type Movements } from './poll-queries.ts'
import { syncRefund } from './poll-refunds.ts'

/** Scan interval. Scans overlap, because balance transactions do not appear in order. */
const scanMs = hour
const overlapMs = day
/** Reach of the first scan. */
const firstScanMs = 90 * day
/**
 * A scan with objects that cannot be fetched keeps its position for this time, then advances by one interval per scan. The
 * position may be old after a downtime: skipping to the present would lose the objects in between.
 */
const retryMs = 7 * day

/** Table of known objects, and how to apply their current state. */
const subjects = {
  dispute: { table: 'chargebacks', sync: syncChargeback },
  refund: { table: 'refunds', sync: syncRefund },
} as const

type Subject = keyof typeof subjects

export async function scanBalanceTransactions(context: Context): Promise<number> {
  const { store, clock } = context
  const startedAt = clock.now()
  const seenUpTo = await store.write((tx) =>
    leaseScan(tx, { nextAt: after(tx.now, scanMs), firstFrom: after(tx.now, -firstScanMs) }),
  )
  if (seenUpTo === undefined) return 0
  try {
    const movements = await movementsSince(context, after(seenUpTo, -overlapMs))
    const disputes = await syncOutdated(context, 'dispute', movements.dispute)
    const refunds = await syncOutdated(context, 'refund', movements.refund)
    const isComplete = disputes.failed + refunds.failed === 0
    await store.write((tx) => recordScan(tx, isComplete ? startedAt : retryFrom(seenUpTo, startedAt)))
    return disputes.found + refunds.found
  } catch (error) {
    context.log.warn({ error: String(error) }, 'failed to scan balance transactions')
    return 0
  }
}

function retryFrom(seenUpTo: Date, startedAt: Date): Date {
  return new Date(Math.min(after(startedAt, -retryMs).getTime(), after(seenUpTo, scanMs).getTime()))
}

async function movementsSince(
  { ports }: Context,
  since: Date,
): Promise<Record<Subject, Map<string, Movements>>> {
  const found = { dispute: new Map<string, Movements>(), refund: new Map<string, Movements>() }
  for await (const { kind, sourceRef, amount } of ports.processor.listBalanceTransactions({ since })) {
    if (sourceRef === undefined || (kind !== 'dispute' && kind !== 'refund')) continue
    const { taken, returned } = found[kind].get(sourceRef) ?? { taken: 0n, returned: 0n }
    found[kind].set(
      sourceRef,
      amount.amount < 0n
        ? { taken: taken - amount.amount, returned }
        : { taken, returned: returned + amount.amount },
    )
  }
  return found
}

/** A failure does not stop the scan. */
async function syncOutdated(context: Context, subject: Subject, movements: ReadonlyMap<string, Movements>) {
  const { table, sync } = subjects[subject]
  const found = await context.store.read((reader) => outdatedRefs(reader, table, movements))
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
