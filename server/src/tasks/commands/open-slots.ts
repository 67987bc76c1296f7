import type { Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import type { Opening } from '../lifecycle/plan-opening.ts'
import { countOpenTasks, lockOpenTasks } from '../store/slot-queries.ts'

/** Enforces the limit of open tasks between two agents, which must not be archived. Holds the locks until the commit. */
export async function requireOpenSlot(tx: Tx, pair: Pick<Opening, 'clientId' | 'providerId'>): Promise<void> {
  const tasksMax = tx.settings.openTasksMax
  if (!(await lockOpenTasks(tx, pair))) notFound('agent')
  if ((await countOpenTasks(tx, pair, tasksMax)) < tasksMax) return
  fail(
    'conflict',
    `A client can have at most ${tasksMax} open tasks with one provider.`,
    'Complete or cancel one of them first.',
  )
}
