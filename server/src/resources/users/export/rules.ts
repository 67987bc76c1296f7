import type { DataExport } from 'souk-contract'
import { after, day, hour } from '../../../lib/clock.ts'
import type { ExportRow } from './queries.ts'

/** Time in which an archive can be downloaded. */
export const keptMs = 3 * day
/** Downloads of large archives take time, and the check runs again meanwhile. */
export const downloadPasswordMs = hour
/** A new archive can replace one of this age. */
const pauseMs = hour
export const attemptsMax = 5

/** Why a new archive cannot be started now; undefined if it can. */
export function whyNotYet({ state, requested_at: since }: ExportRow, now: Date): string | undefined {
  return state === 'ready' && after(since, pauseMs) > now
    ? 'An archive was requested less than an hour ago.'
    : undefined
}

export function viewExport(row: ExportRow): DataExport {
  return {
    state: row.state,
    size: row.state === 'ready' ? Number(row.size) : null,
    sha256: row.sha256?.toString('hex') ?? null,
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.ready_at?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}
