import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'

/** The task with the oldest passed deadline that no other transaction has locked. */
export async function lockDueTask(tx: Tx, except: readonly string[]): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where due_at <= ${tx.now} and id <> all(${[...except]}::text[])
    order by due_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}

/** The task whose warning is due first. A task whose deadline has passed too gets no warning. */
export async function lockTaskToWarn(tx: Tx, except: readonly string[]): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where warn_at <= ${tx.now} and due_at > ${tx.now} and id <> all(${[...except]}::text[])
    order by warn_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}
