import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import type { ClientMetadata } from './client-metadata.ts'

export type ClientRow = Selectable<Schema['oauth_clients']>

export async function findClient(reader: Reader, id: string): Promise<ClientRow | undefined> {
  return reader.selectFrom('oauth_clients').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertClient(tx: Tx, client: Insertable<Schema['oauth_clients']>): Promise<ClientRow> {
  return tx.insertInto('oauth_clients').values(client).returningAll().executeTakeFirstOrThrow()
}

/** Stores that a document is about to be read. Keeps what an earlier read found. */
export async function saveDocumentIntent(tx: Tx, url: string): Promise<void> {
  await sql`
    insert into oauth_clients (id, kind, name, redirect_uris, created_at, used_at, checked_at, failure)
    values (${url}, 'document', '', '{}', ${tx.now}, ${tx.now}, ${tx.now}, 'pending')
    on conflict (id) do update set checked_at = excluded.checked_at, failure = excluded.failure`.execute(tx)
}

export async function saveDocument(
  tx: Tx,
  url: string,
  found: ClientMetadata | { readonly failure: string },
): Promise<ClientRow> {
  const facts =
    'failure' in found
      ? { failure: found.failure }
      : { name: found.name, homepage: found.homepage, redirect_uris: found.redirectUris, failure: null }
  return tx
    .updateTable('oauth_clients')
    .set({ ...facts, checked_at: tx.now })
    .where('id', '=', url)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function markClientUsed(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('oauth_clients').set({ used_at: tx.now }).where('id', '=', id).execute()
}

/** Serializes registrations, so that the limit holds. */
export async function lockRegistrations(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('oauth_clients'))`.execute(tx)
  const { count } = await tx
    .selectFrom('oauth_clients')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('kind', '=', 'registered')
    .where(withoutGrant)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Deletes the registered client that has waited longest without a grant. */
export async function deleteOldestUnused(tx: Tx): Promise<void> {
  const oldest = tx
    .selectFrom('oauth_clients')
    .select('id')
    .where('kind', '=', 'registered')
    .where(withoutGrant)
    .orderBy('used_at')
    .limit(1)
  await tx.deleteFrom('oauth_clients').where('id', 'in', oldest).execute()
}

/** Clients that a sweep can delete. */
export const withoutGrant = sql<boolean>`not exists (
  select from oauth_grants g where g.client_id = oauth_clients.id)`
