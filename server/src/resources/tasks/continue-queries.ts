import { sql } from 'kysely'
import { asTable, joint } from '../../db/joint.ts'
import {
  stepChanges,
  stepColumns,
  stepsAllowed,
  stepsTold,
  type stepOf,
  type Stepped,
} from './step-queries.ts'

/**
 * Messages to tasks that move no money, each with its event and notes, in one statement. It leaves out a task that is no
 * longer as it was when this was planned, and a key that was used before.
 */
export const continueTasks = joint<ReturnType<typeof stepOf>, Stepped>({
  orderOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  keyOfDone: ({ id }) => id,
  statement: (rows) => sql<Stepped>`/* continue-tasks */
    with asked as materialized ${asTable(rows, stepColumns)}, tasks_locked as materialized (
      select t.id from tasks t join asked on asked.id = t.id and asked.seen = t.seq order by t.id for no key update of t
    ), ${stepsAllowed}, task as (
      update tasks t set ${stepChanges} from allowed a where t.id = a.id returning t.id, t.client_id, t.provider_id
    ), ${stepsTold}
    select id, client_id, provider_id from task`,
})
