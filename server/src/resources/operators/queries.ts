import { sql, type Selectable } from 'kysely'
import type { OperatorRole, OperatorSource } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { emailKey } from '../users/rules.ts'

export type OperatorRow = Selectable<Schema['operators']> & { display_name: string; email: string }

/** Role of a person who is not suspended. A verified address in OPERATOR_EMAILS is an admin without a stored role. */
export async function findOperatorRole(
  reader: Reader,
  userId: Id<'usr'>,
  operatorEmails: readonly string[],
): Promise<OperatorRole | undefined> {
  const row = await reader
    .selectFrom('users')
    .leftJoin('operators', 'operators.user_id', 'users.id')
    .select(['operators.role', 'users.email', 'users.email_verified_at'])
    .where('users.id', '=', userId)
    .where('users.standing', '<>', 'suspended')
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.role !== null) return row.role
  const isListed = operatorEmails.some((email) => emailKey(email) === emailKey(row.email))
  return isListed && row.email_verified_at !== null ? 'admin' : undefined
}

const operators = (reader: Reader) =>
  reader
    .selectFrom('operators')
    .innerJoin('users', 'users.id', 'operators.user_id')
    .selectAll('operators')
    .select(['users.display_name', 'users.email'])

export type ListedOperator = OperatorRow & { source: OperatorSource }

/** People with a stored role and admins by OPERATOR_EMAILS, newest first. */
export async function operatorsAfter(
  reader: Reader,
  { after, limit }: PageRequest,
  operatorEmails: readonly string[],
): Promise<ListedOperator[]> {
  const [createdAt = 'infinity', userId = ''] = after ?? []
  const { rows } = await sql<ListedOperator>`
    select * from (
      select o.user_id, o.role, o.added_by, o.created_at, 'assigned' as source, u.display_name, u.email
      from operators o join users u on u.id = o.user_id
      union all
      select u.id, 'admin', null, u.email_verified_at, 'environment', u.display_name, u.email
      from users u
      where u.email_key = any (${operatorEmails.map(emailKey)}::text[])
        and u.email_verified_at is not null
        and u.standing <> 'suspended'
        and not exists (select 1 from operators where user_id = u.id)
    ) listed
    where created_at < ${createdAt}::timestamptz
      or (created_at = ${createdAt}::timestamptz and user_id > ${userId})
    order by created_at desc, user_id
    limit ${limit + 1}`.execute(reader)
  return rows
}

export async function findOperator(reader: Reader, userId: Id<'usr'>): Promise<OperatorRow | undefined> {
  return operators(reader).where('operators.user_id', '=', userId).executeTakeFirst()
}

/** Locks all roles, so that two admins cannot remove each other concurrently. Returns the number of admins. */
export async function lockRoles(tx: Tx): Promise<number> {
  const rows = await tx.selectFrom('operators').select('role').orderBy('user_id').forUpdate().execute()
  return rows.filter(({ role }) => role === 'admin').length
}

/** Returns false if the person already has a role. */
export async function insertOperator(tx: Tx, row: Selectable<Schema['operators']>): Promise<boolean> {
  const inserted = await tx
    .insertInto('operators')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function updateRole(tx: Tx, userId: Id<'usr'>, role: OperatorRole): Promise<void> {
  await tx.updateTable('operators').set({ role }).where('user_id', '=', userId).execute()
}

export async function deleteOperator(tx: Tx, userId: Id<'usr'>): Promise<void> {
  await tx.deleteFrom('operators').where('user_id', '=', userId).execute()
}
