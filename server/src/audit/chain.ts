import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import type { Context } from '../context.ts'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'

type Entry = Selectable<Schema['audit_entries']>

const batchSize = 500
/** Arbitrary advisory lock key, the same on every node. */
const lockKey = 736_566_112
const genesis: Buffer = Buffer.alloc(32)

/**
 * Links committed entries into the hash chain, on one node at a time. It runs after the commit, because extending the
 * chain inside the writing transactions would serialize them.
 */
export async function extendAuditChain({ store }: Context): Promise<number> {
  return store.write(async (tx) => {
    const { rows } = await sql<{
      mine: boolean
    }>`select pg_try_advisory_xact_lock(${lockKey}) as mine`.execute(tx)
    if (rows[0]?.mine !== true) return 0
    const entries = await takePending(tx)
    const head = await tx
      .selectFrom('audit_links')
      .selectAll()
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst()
    let previous = head?.hash ?? genesis
    let seq = head?.seq ?? 0n
    const links = entries.map((entry) => {
      previous = linkHash(previous, entry)
      seq += 1n
      return { seq, entry_id: entry.id, hash: previous }
    })
    if (links.length > 0) await tx.insertInto('audit_links').values(links).execute()
    return links.length
  })
}

export interface AuditVerdict {
  readonly entries: number
  /** Sequence number of the first link with a wrong hash; null if the chain is intact. */
  readonly brokenAt: bigint | null
}

/** Verifies the complete chain and returns the first broken link. */
export async function verifyAudit(reader: Reader): Promise<AuditVerdict> {
  let previous = genesis
  let checked = 0
  for (let after = 0n; ;) {
    const links = await reader
      .selectFrom('audit_links')
      .innerJoin('audit_entries', 'audit_entries.id', 'audit_links.entry_id')
      .selectAll()
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(batchSize)
      .execute()
    for (const link of links) {
      previous = linkHash(previous, link)
      if (link.seq !== after + 1n || !previous.equals(link.hash))
        return { entries: checked, brokenAt: after + 1n }
      after = link.seq
      checked++
    }
    if (links.length < batchSize) return { entries: checked, brokenAt: null }
  }
}

async function takePending(tx: Tx): Promise<Entry[]> {
  const pending = await tx
    .deleteFrom('audit_pending')
    .where(
      'entry_id',
      'in',
      tx.selectFrom('audit_pending').select('entry_id').orderBy('entry_id').limit(batchSize),
    )
    .returning('entry_id')
    .execute()
  if (pending.length === 0) return []
  const ids = pending.map(({ entry_id }) => entry_id)
  return tx.selectFrom('audit_entries').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

function linkHash(previous: Buffer, entry: Entry): Buffer {
  const facts = [
    entry.id,
    entry.at.toISOString(),
    entry.action,
    entry.actor_kind,
    entry.user_id,
    entry.agent_id,
    entry.key_id,
    entry.session_id,
    entry.ip,
    entry.request_id,
    entry.target,
    Object.entries(entry.details).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ]
  return createHash('sha256').update(previous).update(JSON.stringify(facts)).digest()
}
