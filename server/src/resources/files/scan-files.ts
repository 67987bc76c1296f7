import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { after, minute, second } from '../../lib/clock.ts'
import { extendReviews } from '../../tasks/commands/extend-review.ts'
import { lockReviewsOf } from '../../tasks/store/timeout-queries.ts'
import { partsOf } from './part-queries.ts'
import type { FileRow } from './queries.ts'
import { readParts } from './content/read-parts.ts'
import { leasePendingScans, postponeScan, recordVerdict } from './scan-queries.ts'
import { reasonOf } from '../../lib/reason-of.ts'

/** Delays between attempts; the last one repeats until the scanner gives a verdict. */
const retryDelaysMs = [5 * second, 30 * second, 2 * minute, 10 * minute]

/** Scans due files. Returns their number; 0 without a scanner. */
export async function scanFiles(context: Pick<Context, 'store' | 'ports' | 'log'>): Promise<number> {
  const { virusScanner } = context.ports
  if (virusScanner === undefined) return 0
  const files = await context.store.write(leasePendingScans)
  for (const file of files) await scanFile(context, virusScanner, file)
  return files.length
}

async function scanFile(
  { store, ports, log }: Pick<Context, 'store' | 'ports' | 'log'>,
  scanner: NonNullable<Context['ports']['virusScanner']>,
  { id, size, scan_attempts: attempts }: FileRow,
): Promise<void> {
  try {
    const parts = await store.read((reader) => partsOf(reader, id))
    const found = await scanner.scan(readParts(ports.blobs, parts, { start: 0, end: Number(size) }))
    await store.write(async (tx) => {
      // A delivery locks its task before its files.
      const reviews = await lockReviewsOf(tx, id)
      const isRecorded = await recordVerdict(tx, id, found)
      if (!isRecorded) return
      await extendReviews(tx, reviews)
      if (found === null) return
      await record(tx, systemCaller, { action: 'file.quarantined', target: id, details: { found } })
    })
    if (found !== null) log.warn({ file: id, found }, 'file quarantined')
  } catch (error) {
    const problem = reasonOf(error)
    log.warn({ file: id, attempt: attempts, error: problem }, 'failed to scan file')
    const delayMs = retryDelaysMs[Math.min(attempts, retryDelaysMs.length) - 1] ?? minute
    await store.write((tx) => postponeScan(tx, id, { until: after(tx.now, delayMs), problem }))
  }
}
