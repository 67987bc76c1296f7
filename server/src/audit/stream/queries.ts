import { sql, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { StreamName } from './streams.ts'

type StreamRow = Selectable<Schema['audit_streams']>

/** Starts streams at the oldest entry, and marks those without a receiver, which keep their position. */
export async function saveStreams(tx: Tx, configured: readonly StreamName[]): Promise<void> {
  const names = [...configured]
  await sql`
    insert into audit_streams (name, due_at) select name, ${tx.now} from unnest(${names}::text[]) as given (name)
    on conflict (name) do nothing`.execute(tx)
  await sql`
    update audit_streams set configured = name = any(${names}::text[])
    where configured <> (name = any(${names}::text[]))`.execute(tx)
}

/** A stream that is due and has entries to send, leased to this node. */
export async function leaseStream(tx: Tx, name: StreamName, until: Date): Promise<StreamRow | undefined> {
  const { rows } = await sql<StreamRow>`
    update audit_streams set due_at = ${until}
    where name = ${name} and due_at <= ${tx.now}
      and exists (select from audit_links where seq > sent_seq)
    returning *`.execute(tx)
  return rows[0]
}

interface Attempt {
  readonly name: StreamName
  /** Position before the attempt: another node may have taken over after the lease. */
  readonly from: bigint
}

export async function saveSent(tx: Tx, { name, from }: Attempt, seq: bigint): Promise<void> {
  await sql`
    update audit_streams set sent_seq = ${seq}, sent_at = ${tx.now}, due_at = ${tx.now}, failures = 0, last_error = null
    where name = ${name} and sent_seq = ${from}`.execute(tx)
}

export async function saveFailed(
  tx: Tx,
  { name, from }: Attempt,
  { error, dueAt }: { error: string; dueAt: Date },
): Promise<void> {
  await sql`
    update audit_streams set failures = failures + 1, last_error = ${error}, due_at = ${dueAt}
    where name = ${name} and sent_seq = ${from}`.execute(tx)
}

export interface StreamState {
  readonly name: StreamName
  readonly failures: number
  readonly lastError: string | null
  /** Time of the oldest entry that the receiver does not have. */
  readonly oldest: Date | null
  readonly waiting: number
}

/** Streams with a receiver. */
export async function streamStates(reader: Reader): Promise<StreamState[]> {
  const { rows } = await sql<StreamState>`
    select s.name, s.failures, s.last_error as "lastError", (
        select e.at from audit_links l join audit_entries e on e.id = l.entry_id
        where l.seq > s.sent_seq order by l.seq limit 1) as oldest,
      (select coalesce(max(seq), 0) from audit_links)::float8 - s.sent_seq::float8 as waiting
    from audit_streams s where s.configured order by s.name`.execute(reader)
  return rows
}
