import { sql, type Insertable, type Selectable } from 'kysely'
import type { Scope } from 'souk-contract'
import { authorityTopic } from '../../../authority/topics.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import type { CachedAccessToken } from '../../../node/row-cache.ts'

/** A valid access token whose grant is active. */
export async function findAccessToken(reader: Reader, id: Id<'otk'>): Promise<CachedAccessToken | undefined> {
  const row = await reader
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .innerJoin('agent_keys as k', 'k.grant_id', 'g.id')
    .select([
      't.secret_hash',
      't.expires_at',
      't.scopes as narrowed',
      'g.id',
      'g.client_id',
      'g.client_name',
      'g.user_id',
      'g.resource',
    ])
    .select(['k.id as key_id', 'k.agent_id', 'k.scopes', 'k.wallet', 'k.expires_at as key_expires_at'])
    .where('t.id', '=', id)
    .where('t.kind', '=', 'access')
    .where('t.revoked_at', 'is', null)
    .where('t.expires_at', '>', reader.now)
    .where('k.deactivated_at', 'is', null)
    .where('k.disabled_at', 'is', null)
    .where((where) => where.or([where('k.expires_at', 'is', null), where('k.expires_at', '>', reader.now)]))
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { secret_hash, expires_at, agent_id, wallet, narrowed } = row
  const scopes = row.scopes.filter((scope) => narrowed === null || narrowed.includes(scope))
  return {
    secret_hash,
    expires_at,
    key: { id: row.key_id, agent_id, secret_hash, scopes, wallet, expires_at: row.key_expires_at },
    grant: {
      id: row.id,
      clientId: row.client_id,
      clientName: row.client_name,
      userId: row.user_id,
      resource: row.resource,
    },
  }
}

export async function insertTokens(
  tx: Tx,
  tokens: readonly Insertable<Schema['oauth_tokens']>[],
): Promise<void> {
  await tx
    .insertInto('oauth_tokens')
    .values([...tokens])
    .execute()
}

type CodeRow = Selectable<Schema['oauth_codes']>
type GrantFacts = Pick<Selectable<Schema['oauth_grants']>, 'client_id' | 'resource'> & {
  readonly scopes: Scope[]
  /** Whether the key of the grant is active. */
  readonly active: boolean
}

/** The code with its grant. */
export async function lockCode(
  tx: Tx,
  hash: Buffer,
): Promise<(CodeRow & Pick<GrantFacts, 'resource' | 'scopes' | 'active'>) | undefined> {
  const { rows } = await sql<CodeRow & GrantFacts>`
    select c.*, g.resource, k.scopes, k.deactivated_at is null and k.disabled_at is null as active
    from oauth_codes c join oauth_grants g on g.id = c.grant_id join agent_keys k on k.grant_id = g.id
    where c.hash = ${hash} for update of c`.execute(tx)
  return rows[0]
}

export async function markCodeUsed(
  tx: Tx,
  { hash, grant_id: grantId }: Pick<CodeRow, 'hash' | 'grant_id'>,
): Promise<void> {
  await tx.updateTable('oauth_codes').set({ used_at: tx.now }).where('hash', '=', hash).execute()
  await tx.updateTable('oauth_grants').set({ connected_at: tx.now }).where('id', '=', grantId).execute()
}

type TokenRow = Selectable<Schema['oauth_tokens']>
export type RefreshToken = TokenRow & GrantFacts

export async function lockRefreshToken(tx: Tx, id: Id<'otk'>): Promise<RefreshToken | undefined> {
  const { rows } = await sql<RefreshToken>`
    select t.*, g.client_id, g.resource, k.scopes,
      k.deactivated_at is null and k.disabled_at is null as active
    from oauth_tokens t join oauth_grants g on g.id = t.grant_id join agent_keys k on k.grant_id = g.id
    where t.id = ${id} and t.kind = 'refresh' for update of t`.execute(tx)
  return rows[0]
}

/** Whether the refresh token of a pair was neither used nor revoked. */
export async function isPairUnused(tx: Tx, pairId: Id<'otp'>): Promise<boolean> {
  const { rows } = await sql`
    select from oauth_tokens where pair_id = ${pairId} and kind = 'refresh'
      and replaced_at is null and revoked_at is null for update`.execute(tx)
  return rows.length > 0
}

export async function revokePair(tx: Tx, pairId: Id<'otp'>): Promise<void> {
  const revoked = await tx
    .updateTable('oauth_tokens')
    .set({ revoked_at: tx.now })
    .where('pair_id', '=', pairId)
    .returning('grant_id')
    .execute()
  const grantIds = [...new Set(revoked.map(({ grant_id: id }) => id))]
  if (grantIds.length === 0) return
  const keys = await tx.selectFrom('agent_keys').select('id').where('grant_id', 'in', grantIds).execute()
  for (const { id } of keys) tx.publish(authorityTopic.key(id))
}

/** Keeps the time of the first replacement, so that repetitions do not extend the time for them. */
export async function markReplaced(
  tx: Tx,
  { id, replaced_at: replacedAt }: Pick<TokenRow, 'id' | 'replaced_at'>,
  pairId: Id<'otp'>,
): Promise<void> {
  await tx
    .updateTable('oauth_tokens')
    .set({ replaced_at: replacedAt ?? tx.now, replaced_by: pairId })
    .where('id', '=', id)
    .execute()
}

/** A token of either kind, with its client and its key. */
export async function findToken(reader: Reader, id: Id<'otk'>) {
  return reader
    .selectFrom('oauth_tokens as t')
    .innerJoin('oauth_grants as g', 'g.id', 't.grant_id')
    .innerJoin('agent_keys as k', 'k.grant_id', 'g.id')
    .select(['t.id', 't.kind', 't.secret_hash', 't.grant_id', 'g.client_id', 'k.id as key_id'])
    .where('t.id', '=', id)
    .executeTakeFirst()
}

export async function markRevoked(tx: Tx, id: Id<'otk'>): Promise<void> {
  await tx.updateTable('oauth_tokens').set({ revoked_at: tx.now }).where('id', '=', id).execute()
}
