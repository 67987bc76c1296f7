import { sql } from 'kysely'
import type { Reader } from '../db/transact.ts'

export interface DatabaseFacts {
  readonly version: string
  readonly now: Date
  readonly migrations: readonly string[]
  readonly mailsFailed: number
  readonly mailsLate: number
  readonly eventsLate: number
  readonly processorEventsLate: number
  /** Whether object storage holds parts of files. */
  readonly hasRemoteFiles: boolean
  /** Files that the virus scanner has failed to check. */
  readonly scansFailing: number
  /** Why the last of these attempts failed. */
  readonly scanProblem: string | null
}

/** Facts about the database, in one statement. Late rows are counted up to a thousand. */
export async function databaseFacts(reader: Reader): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select
      current_setting('server_version') as version,
      clock_timestamp() as now,
      (select array_agg(name order by name) from migrations) as migrations,
      (select count(*)::int from (
        select from mails where state = 'failed' and created_at > ${reader.now}::timestamptz - interval '7 days' limit 1000
      ) failed) as "mailsFailed",
      (select count(*)::int from (
        select from mails where state = 'queued' and attempts > 1 limit 1000
      ) late) as "mailsLate",
      (select count(*)::int from (
        select from outbox where at < ${reader.now}::timestamptz - interval '1 minute' limit 1000
      ) late) as "eventsLate",
      (select count(*)::int from (
        select from processor_events where state = 'queued' and created_at < ${reader.now}::timestamptz - interval '5 minutes' limit 1000
      ) late) as "processorEventsLate",
      exists (select from blobs where store = 's3' and state = 'stored') as "hasRemoteFiles",
      (select count(*)::int from (
        select from files where scan = 'pending' and scan_note is not null limit 1000
      ) failing) as "scansFailing",
      (select scan_note from files where scan = 'pending' and scan_note is not null order by due_at desc limit 1)
        as "scanProblem"`.execute(reader)
  const [facts] = rows
  if (facts === undefined) throw new Error('the database answered nothing')
  return facts
}
