/** What happens to tasks when nobody does anything. */
import { systemCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { commitPlan, commitStep } from '../store/commit-step.ts'
import { planWarning } from '../lifecycle/plan-step.ts'
import { lockDueTask, lockTaskToWarn } from '../store/timeout-queries.ts'
import { clockRow } from '../lifecycle/lifecycle.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { standingOf } from '../lifecycle/task-state.ts'

const batchSize = 50

/** Lets every clock strike that is due, then warns of those that soon will; answers how many tasks that changed. */
export async function runClocks(context: Context): Promise<number> {
  const struck = await eachAlone(context, lockDueTask, strike)
  return struck + (await eachAlone(context, lockTaskToWarn, warn))
}

type Lock = (tx: Tx, except: readonly string[]) => Promise<TaskRow | undefined>
type Change = (tx: Tx, task: TaskRow) => Promise<void>

/**
 * Changes tasks one by one, each in a transaction of its own. The lock finds only what is still due, so no clock strikes
 * twice however many nodes run this; a task that fails is left as it is, and does not keep the others waiting.
 */
async function eachAlone({ store, log }: Context, lock: Lock, change: Change): Promise<number> {
  const failed: string[] = []
  let changed = 0
  for (let tries = 0; tries < batchSize; tries++) {
    let taken: TaskRow | undefined
    try {
      await store.write(async (tx) => {
        taken = await lock(tx, failed)
        if (taken !== undefined) await change(tx, taken)
      })
      if (taken === undefined) break
      changed++
    } catch (error) {
      if (taken === undefined) throw error
      failed.push(taken.id)
      log.error({ task: taken.id, error: String(error) }, 'task clock failed')
    }
  }
  return changed
}

/** Does what the lifecycle says for a task that has waited long enough. */
async function strike(tx: Tx, task: TaskRow): Promise<void> {
  const row = clockRow(standingOf(task, tx.now))
  if (row === undefined) throw new Error(`no clock for a task that is ${task.phase}`)
  await commitStep(tx, systemCaller, task, row)
}

/** A warning is an event and nothing else: the phase, its message and its deadline stay what they are. */
async function warn(tx: Tx, task: TaskRow): Promise<void> {
  await commitPlan(tx, systemCaller, task, planWarning(tx.now, task))
}
