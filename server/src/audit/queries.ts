import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'

export type AuditEntryRow = Selectable<Schema['audit_entries']>
type AuditLinkRow = Selectable<Schema['audit_links']>
export type LinkedEntry = AuditLinkRow & AuditEntryRow

/** Inserts the entry and marks it as pending, in one statement. */
export async function insertEntry(tx: Tx, entry: Insertable<Schema['audit_entries']>): Promise<void> {
  await tx
    .with('entry', (query) => query.insertInto('audit_entries').values(entry))
    .insertInto('audit_pending')
    .values({ entry_id: entry.id })
    .execute()
}

/** Arbitrary advisory lock key, the same on every node. */
const chainLock = 736_566_112

/** Until the end of the transaction. Returns false if another node holds the lock. */
export async function lockChain(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(${chainLock}) as mine`.execute(tx)
  return rows[0]?.mine === true
}

/** Removes entries from the pending ones and returns them, oldest first. */
export async function takePending(tx: Tx, limit: number): Promise<AuditEntryRow[]> {
  const pending = await tx
    .deleteFrom('audit_pending')
    .where(
      'entry_id',
      'in',
      tx.selectFrom('audit_pending').select('entry_id').orderBy('entry_id').limit(limit),
    )
    .returning('entry_id')
    .execute()
  if (pending.length === 0) return []
  const ids = pending.map(({ entry_id }) => entry_id)
  return tx.selectFrom('audit_entries').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

export async function findLastLink(reader: Reader): Promise<AuditLinkRow | undefined> {
  return reader.selectFrom('audit_links').selectAll().orderBy('seq', 'desc').limit(1).executeTakeFirst()
}

export async function insertLinks(tx: Tx, links: readonly AuditLinkRow[]): Promise<void> {
  await tx
    .insertInto('audit_links')
    .values([...links])
    .execute()
}

/** Links with their entries, in the order of the chain. */
export async function linksAfter(reader: Reader, seq: bigint, limit: number): Promise<LinkedEntry[]> {
  return reader
    .selectFrom('audit_links')
    .innerJoin('audit_entries', 'audit_entries.id', 'audit_links.entry_id')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
