import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type PackageRow = Selectable<Schema['packages']>

export async function insertPackage(tx: Tx, values: Insertable<Schema['packages']>): Promise<PackageRow> {
  return tx.insertInto('packages').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function insertPackageVersion(
  tx: Tx,
  { id, version }: Pick<PackageRow, 'id' | 'version'>,
  content: object,
): Promise<void> {
  const values = { package_id: id, version, content: JSON.stringify(content), created_at: tx.now }
  await tx.insertInto('package_versions').values(values).execute()
}

/** Changes a package. Another offer is the next version. */
export async function updatePackageRow(
  tx: Tx,
  { id, ...values }: Omit<Insertable<Schema['packages']>, 'version'>,
): Promise<PackageRow> {
  const { title, description, price, currency, revisions } = values
  const { delivery_days: deliveryDays, input_schema: inputSchema } = values
  const isSameOffer = sql`(title, description, price, currency, delivery_days, revisions, input_schema)
    is not distinct from (${title}, ${description}, ${price}, ${currency}, ${deliveryDays}, ${revisions}, ${inputSchema}::jsonb)`
  const version = sql<number>`case when ${isSameOffer} then version else version + 1 end`
  const query = tx
    .updateTable('packages')
    .set({ ...values, version })
    .where('id', '=', id)
  return query.returningAll().executeTakeFirstOrThrow()
}

const ofAgent = (reader: Reader, agentId: Id<'agt'>, id: Id<'pkg'>) =>
  reader.selectFrom('packages').selectAll().where('id', '=', id).where('agent_id', '=', agentId)

export async function findPackage(
  reader: Reader,
  agentId: Id<'agt'>,
  id: string,
): Promise<PackageRow | undefined> {
  return isId('pkg', id) ? ofAgent(reader, agentId, id).executeTakeFirst() : undefined
}

/** Locks the package; `share` lets hires run concurrently and keeps changes out. */
export async function lockPackage(
  tx: Tx,
  agentId: Id<'agt'>,
  { id, mode }: { id: string; mode: 'change' | 'share' },
): Promise<PackageRow | undefined> {
  if (!isId('pkg', id)) return undefined
  const query = ofAgent(tx, agentId, id)
  return (mode === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst()
}

/** Packages of an agent, all and active. */
export async function packageCounts(tx: Tx, agentId: Id<'agt'>): Promise<{ all: number; active: number }> {
  const { rows } = await sql<{ all: number; active: number }>`
    select count(*)::int as all, count(*) filter (where state = 'active')::int as active
    from packages where agent_id = ${agentId}`.execute(tx)
  return rows[0] ?? { all: 0, active: 0 }
}

export async function packagesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { state, page }: { state: PackageRow['state']; page: PageRequest },
): Promise<PackageRow[]> {
  return reader
    .selectFrom('packages')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('state', '=', state)
    .where('id', '<', idBefore('pkg', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}
