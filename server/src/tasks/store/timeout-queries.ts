import { sql } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'

/** The task whose clock struck first, among those that nobody else is changing. */
export async function lockDueTask(tx: Tx, except: readonly string[]): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where due_at <= ${tx.now} and id <> all(${[...except]}::text[])
    order by due_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}

/** The same for a task whose parties are to be warned; when the deadline is here too, there is nothing to warn of. */
export async function lockTaskToWarn(tx: Tx, except: readonly string[]): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select * from tasks
    where warn_at <= ${tx.now} and due_at > ${tx.now} and id <> all(${[...except]}::text[])
    order by warn_at limit 1 for no key update skip locked`.execute(tx)
  return rows[0]
}
