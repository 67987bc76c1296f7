import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Opening } from '../lifecycle/plan-opening.ts'
import { countOpenTasks, lockOpenTasks } from '../store/slot-queries.ts'

/** Refuses a task beyond the limit of open tasks between two agents; holds the pair's lock until the commit. */
export async function requireOpenSlot(tx: Tx, pair: Pick<Opening, 'clientId' | 'providerId'>): Promise<void> {
  const most = tx.settings.openTasksMax
  await lockOpenTasks(tx, pair)
  if ((await countOpenTasks(tx, pair, most)) < most) return
  fail(
    'conflict',
    `A client has at most ${most} open tasks with one provider.`,
    'Finish or cancel one of them, then open another.',
  )
}
