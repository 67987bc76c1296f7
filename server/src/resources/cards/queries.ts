import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { SigningAlgorithm } from '../../db/tables/signing-tables.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, minute } from '../../lib/clock.ts'
import { isId } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { agentColumns, type AgentRow } from '../agents/queries.ts'
import type { ReputationRow } from '../trust/queries.ts'

/** Agent row with the organization and reputation that its card shows. */
export type CardAgent = AgentRow & {
  organization: string | null
  organization_url: string | null
  organization_changed_at: Date | null
  reputation: ReputationRow | null
  reputation_changed_at: Date | null
}

export type SigningKeyRow = Selectable<Schema['signing_keys']>

/** Base query of cards: agents that are not archived, joined with organization and reputation. */
export function cardAgents(reader: Reader) {
  return reader
    .selectFrom('agents')
    .leftJoin('organization_agents as assignment', 'assignment.agent_id', 'agents.id')
    .leftJoin('organizations as organization', (join) =>
      join
        .onRef('organization.id', '=', 'assignment.organization_id')
        .on('organization.deleted_at', 'is', null),
    )
    .leftJoin('reputations', 'reputations.agent_id', 'agents.id')
    .select(agentColumns)
    .select(['reputations.updated_at as reputation_changed_at'])
    .select(sql<ReputationRow | null>`to_jsonb(reputations)`.as('reputation'))
    .select([
      'organization.display_name as organization',
      'organization.website as organization_url',
      sql<Date | null>`greatest(organization.updated_at, assignment.created_at)`.as(
        'organization_changed_at',
      ),
    ])
    .where('agents.archived_at', 'is', null)
}

export async function findCardAgent(reader: Reader, reference: string): Promise<CardAgent | undefined> {
  const named = isId('agt', reference)
    ? cardAgents(reader).where('agents.id', '=', reference)
    : cardAgents(reader).where('agents.handle', '=', reference)
  return named.executeTakeFirst()
}

/** Public agents, newest first. */
export async function newestPublicAgents(reader: Reader, limit: number) {
  return reader
    .selectFrom('agents')
    .select(['handle', 'display_name', 'description', 'tags', 'public_skills', 'version', 'updated_at'])
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'public')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** A new key is published this long before it signs: nodes and clients cache key sets for a minute. */
const publishLeadMs = 2 * minute

/**
 * Active keys of an algorithm, the signing key first: the newest one published for longer than `publishLeadMs`, or the
 * oldest if none is.
 */
export async function signingKeys(reader: Reader, alg: SigningAlgorithm): Promise<SigningKeyRow[]> {
  const publishedBefore = after(reader.now, -publishLeadMs)
  return reader
    .selectFrom('signing_keys')
    .selectAll()
    .where('alg', '=', alg)
    .where('retired_at', 'is', null)
    .orderBy(sql`created_at <= ${publishedBefore}`, 'desc')
    .orderBy(sql`abs(extract(epoch from created_at - ${publishedBefore}::timestamptz))`)
    .orderBy('kid')
    .limit(10)
    .execute()
}

/** One page of all keys, newest first, including retired ones. */
export async function signingKeysAfter(
  reader: Reader,
  { limit, after: position }: PageRequest,
): Promise<SigningKeyRow[]> {
  const [beforeTime = 'infinity', afterKid = ''] = position ?? []
  const { rows } = await sql<SigningKeyRow>`
    select * from signing_keys
    where created_at < ${beforeTime}::timestamptz or created_at = ${beforeTime}::timestamptz and kid > ${afterKid}
    order by created_at desc, kid limit ${limit + 1}`.execute(reader)
  return rows
}

export async function retireSigningKey(tx: Tx, kid: string): Promise<SigningKeyRow> {
  return tx
    .updateTable('signing_keys')
    .set({ retired_at: tx.now })
    .where('kid', '=', kid)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Serializes key creation until the transaction ends; reads are not blocked. */
export async function lockSigningKeys(tx: Tx): Promise<void> {
  await sql`lock table signing_keys in exclusive mode`.execute(tx)
}

export async function insertSigningKey(
  tx: Tx,
  key: Insertable<Schema['signing_keys']>,
): Promise<SigningKeyRow> {
  return tx.insertInto('signing_keys').values(key).returningAll().executeTakeFirstOrThrow()
}
