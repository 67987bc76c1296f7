import type { Role } from 'souk-contract'
import { sql, type Selectable } from 'kysely'
import { authorityTopic } from '../../authority/topics.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'

export interface Membership {
  organizationId: Id<'org'>
  userId: Id<'usr'>
}

export type MemberRow = Omit<Selectable<Schema['members']>, 'organization_id'> & { display_name: string }

export async function findMember(reader: Reader, membership: Membership): Promise<MemberRow | undefined> {
  return namedMembers(reader, membership.organizationId)
    .where('members.user_id', '=', membership.userId)
    .executeTakeFirst()
}

/** Oldest members first. */
export async function membersOf(
  reader: Reader,
  organizationId: Id<'org'>,
  page: PageRequest,
): Promise<MemberRow[]> {
  const [joinedAt, userId] = page.after ?? []
  return namedMembers(reader, organizationId)
    .$if(page.after !== null, (query) =>
      query.where(
        sql<boolean>`(members.created_at, members.user_id) > (${joinedAt}::timestamptz, ${userId})`,
      ),
    )
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .limit(page.limit + 1)
    .execute()
}

function namedMembers(reader: Reader, organizationId: Id<'org'>) {
  return reader
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'members.role', 'members.created_at', 'users.display_name'])
    .where('members.organization_id', '=', organizationId)
}

export async function findRole(reader: Reader, membership: Membership): Promise<Role | null> {
  const member = await reader
    .selectFrom('members')
    .select('role')
    .where('organization_id', '=', membership.organizationId)
    .where('user_id', '=', membership.userId)
    .executeTakeFirst()
  return member?.role ?? null
}

export async function ownerCountOf(reader: Reader, organizationId: Id<'org'>): Promise<number> {
  const { count } = await reader
    .selectFrom('members')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Number of organizations a person owns. */
export async function ownedCountOf(reader: Reader, userId: Id<'usr'>): Promise<number> {
  const { count } = await reader
    .selectFrom('members')
    .innerJoin('organizations', 'organizations.id', 'members.organization_id')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('members.user_id', '=', userId)
    .where('members.role', '=', 'owner')
    .where('organizations.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns false for an existing member, whose role is unchanged. */
export async function insertMember(tx: Tx, membership: Membership, role: Role): Promise<boolean> {
  const inserted = await tx
    .insertInto('members')
    .values({
      organization_id: membership.organizationId,
      user_id: membership.userId,
      role,
      created_at: tx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function changeRole(tx: Tx, membership: Membership, role: Role): Promise<void> {
  tx.publish(authorityTopic.user(membership.userId))
  await tx
    .updateTable('members')
    .set({ role })
    .where('organization_id', '=', membership.organizationId)
    .where('user_id', '=', membership.userId)
    .execute()
}

export async function deleteMember(tx: Tx, membership: Membership): Promise<void> {
  tx.publish(authorityTopic.user(membership.userId))
  await tx
    .deleteFrom('members')
    .where('organization_id', '=', membership.organizationId)
    .where('user_id', '=', membership.userId)
    .execute()
}
