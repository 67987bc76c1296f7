import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { Policy } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import type { Reader, Tx } from '../db/transact.ts'
import type { PageRequest } from '../operation.ts'

export type PolicyRow = Selectable<Schema['policy_changes']>

export async function findStoredPolicy(reader: Reader): Promise<PolicyRow | undefined> {
  return reader
    .selectFrom('policy_changes')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Serializes changes of the policy. Timeouts of tasks take the same lock shared, so that none is applied during a change. */
export async function lockPolicy(tx: Tx): Promise<PolicyRow | undefined> {
  await sql`select pg_advisory_xact_lock(hashtext('policy'))`.execute(tx)
  return findStoredPolicy(tx)
}

/** Whether the market is read-only, by the committed row. */
export async function isReadOnly(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('policy'))`.execute(tx)
  return (await findStoredPolicy(tx))?.settings.readOnly === true
}

export async function insertPolicy(tx: Tx, row: Insertable<Schema['policy_changes']>): Promise<void> {
  await tx.insertInto('policy_changes').values(row).execute()
}

/** Stores the quotas that the storage triggers enforce; undefined ones stay. */
export async function updateStorageLimits(
  tx: Tx,
  { storageBytes, storageBytesUnverified }: Partial<Policy>,
): Promise<void> {
  if (storageBytes === undefined && storageBytesUnverified === undefined) return
  await sql`update storage_limits set verified = coalesce(${storageBytes ?? null}::bigint, verified),
    unverified = coalesce(${storageBytesUnverified ?? null}::bigint, unverified)`.execute(tx)
}

/** A change with the name of the operator. */
export type NamedChange = PolicyRow & { readonly display_name: string | null }

export async function policyChangesBefore(reader: Reader, page: PageRequest): Promise<NamedChange[]> {
  const [last] = page.after ?? []
  return reader
    .selectFrom('policy_changes')
    .leftJoin('users', 'users.id', 'policy_changes.changed_by')
    .selectAll('policy_changes')
    .select('users.display_name')
    .$if(typeof last === 'number', (query) => query.where('version', '<', Number(last)))
    .orderBy('version', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/**
 * Moves the deadlines of tasks, settlement offers and approval requests by the time in which the market was read-only; of tasks
 * also the times that deadlines are computed from.
 */
export async function extendDeadlines(tx: Tx, lostMs: number): Promise<void> {
  const lost = sql`make_interval(secs => ${lostMs / 1000})`
  await extendOffers(tx, lost)
  await sql`update approvals set expires_at = expires_at + ${lost}, warn_at = warn_at + ${lost}
    where state = 'pending'`.execute(tx)
  await sql`update tasks set due_at = due_at + ${lost}, warn_at = warn_at + ${lost}, asked_at = asked_at + ${lost},
      review_due_at = review_due_at + ${lost}, delivered_at = delivered_at + ${lost}
    where due_at is not null`.execute(tx)
}

/** The expiry of an open offer is in its row, and in the dispute of its task. */
async function extendOffers(tx: Tx, lost: RawBuilder<unknown>): Promise<void> {
  await sql`update dispute_offers set expires_at = expires_at + ${lost}, warn_at = warn_at + ${lost}
    where state = 'open'`.execute(tx)
  await sql`update tasks set dispute = jsonb_set(dispute, '{open,offers}', (
      select jsonb_object_agg(side, to_char((expiry::timestamptz + ${lost}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from jsonb_each_text(dispute -> 'open' -> 'offers') as offers (side, expiry)))
    where phase = 'disputed' and dispute -> 'open' -> 'offers' <> '{}'`.execute(tx)
}
