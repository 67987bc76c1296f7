/** Decides what receivers of the audit log get, and when a failed attempt is repeated. Pure. */
import { minute, second } from '../../lib/clock.ts'
import type { LinkedEntry } from '../queries.ts'
import { viewRecordedEntry } from '../view.ts'

const retryMsMax = 5 * minute

/** Doubles from a second to five minutes. */
export function retryDelayMs(failures: number): number {
  return Math.min(retryMsMax, second * 2 ** Math.min(failures - 1, 20))
}

/** An entry as receivers see it. `seq` and `hash` are of the hash chain, so that a receiver can detect gaps and changes. */
export function viewStreamedEntry(row: LinkedEntry) {
  return {
    seq: Number(row.seq),
    ...viewRecordedEntry(row),
    hash: row.hash.toString('hex'),
  }
}

export type StreamedEntry = ReturnType<typeof viewStreamedEntry>

/** One message carries consecutive entries. The id is the same if the same entries are sent again. */
export function webhookBatch(entries: readonly StreamedEntry[], at: Date) {
  const [first, last] = [entries[0]?.seq ?? 0, entries.at(-1)?.seq ?? 0]
  return {
    id: `audit_${first}_${last}`,
    body: JSON.stringify({ type: 'audit.entries', timestamp: at.toISOString(), data: { entries } }),
  }
}
