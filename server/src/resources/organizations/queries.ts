import type { Role } from 'souk-contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { prefixQuery } from '../../search/tokenize.ts'
import type { PageRequest } from '../../operation.ts'

export type OrganizationRow = Selectable<Schema['organizations']>

/** An organization with the columns that depend on the caller. */
export interface SeenOrganization extends OrganizationRow {
  role: Role | null
  member_count: bigint | null
  agent_count: bigint | null
}

export async function findOrganization(
  reader: Reader,
  caller: Caller,
  id: string,
): Promise<SeenOrganization | undefined> {
  if (!isId('org', id)) return undefined
  return organizationsSeenBy(reader, caller).where('organizations.id', '=', id).executeTakeFirst()
}

export async function findOrganizationByHandle(
  reader: Reader,
  caller: Caller,
  handle: string,
): Promise<SeenOrganization | undefined> {
  return organizationsSeenBy(reader, caller).where('organizations.handle', '=', handle).executeTakeFirst()
}

export async function getOrganizationRow(
  reader: Reader,
  caller: Caller,
  id: Id<'org'>,
): Promise<SeenOrganization> {
  return organizationsSeenBy(reader, caller).where('organizations.id', '=', id).executeTakeFirstOrThrow()
}

/** All organizations, or those whose handle starts with the text or whose name has words with that prefix. */
export async function foundOrganizations(
  reader: Reader,
  caller: Caller,
  q: string | undefined,
  page: PageRequest,
): Promise<SeenOrganization[]> {
  const prefix = q?.trim().toLowerCase() ?? ''
  // A union, because a single `or` over both conditions could not use the text index.
  const matching = sql<Id<'org'>>`(
    select id from organizations where starts_with(handle, ${prefix})
    union all
    select id from organizations
    where to_tsvector('simple', plain_words(handle || ' ' || display_name))
      @@ to_tsquery('simple', ${prefixQuery(prefix)})
  )`
  return organizationsSeenBy(reader, caller)
    .$if(prefix !== '', (query) => query.where('organizations.id', 'in', matching))
    .where('organizations.handle', '>', handleBefore(page))
    .orderBy('organizations.handle')
    .limit(page.limit + 1)
    .execute()
}

/** Organizations the caller is a member of. */
export async function organizationsOf(
  reader: Reader,
  caller: Caller,
  page: PageRequest,
): Promise<SeenOrganization[]> {
  return organizationsSeenBy(reader, caller)
    .where('own.role', 'is not', null)
    .where('organizations.handle', '>', handleBefore(page))
    .orderBy('organizations.handle')
    .limit(page.limit + 1)
    .execute()
}

function handleBefore(page: PageRequest): string {
  const position = page.after?.[0]
  return typeof position === 'string' ? position : ''
}

/** Counts agents as the caller would see them listed: private ones only for members. */
function organizationsSeenBy(reader: Reader, caller: Caller) {
  const userId = caller.kind === 'user' ? caller.userId : 'usr_'
  return reader
    .selectFrom('organizations')
    .leftJoin('members as own', (join) =>
      join.onRef('own.organization_id', '=', 'organizations.id').on('own.user_id', '=', userId),
    )
    .selectAll('organizations')
    .select('own.role')
    .select((select) => [
      select
        .selectFrom('members')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .whereRef('members.organization_id', '=', 'organizations.id')
        .as('member_count'),
      select
        .selectFrom('organization_agents as assignment')
        .innerJoin('agents', 'agents.id', 'assignment.agent_id')
        .select((count) => count.fn.countAll<bigint>().as('count'))
        .whereRef('assignment.organization_id', '=', 'organizations.id')
        .where((where) =>
          where.or([where('agents.visibility', '=', 'public'), where('own.role', 'is not', null)]),
        )
        .as('agent_count'),
    ])
    .where('organizations.deleted_at', 'is', null)
    .where((where) =>
      where.or([where('organizations.standing', '<>', 'suspended'), where('own.role', 'is not', null)]),
    )
}

/** Members, invitations and assignments change only under this lock, so that rules over all of them hold. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  if (!isId('org', id)) return undefined
  return tx
    .selectFrom('organizations')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function insertOrganization(
  tx: Tx,
  organization: Insertable<Schema['organizations']>,
): Promise<void> {
  await tx.insertInto('organizations').values(organization).execute()
}

export async function updateOrganizationRow(
  tx: Tx,
  id: Id<'org'>,
  changes: Updateable<Schema['organizations']>,
): Promise<void> {
  await tx
    .updateTable('organizations')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}
