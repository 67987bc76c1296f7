/** Applies the timeouts of tasks and sends the warnings before them. */
import { systemCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { isReadOnly } from '../../policy/queries.ts'
import { commitPlan, commitStep } from '../store/commit-step.ts'
import { extendReviewOf } from './extend-review.ts'
import { planWarning } from '../lifecycle/plan-step.ts'
import { lockDueTask, lockTaskToWarn, takeOffersToWarn, waitsForScan } from '../store/timeout-queries.ts'
import { timeoutTransition } from '../lifecycle/lifecycle.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { taskStateOf } from '../lifecycle/task-state.ts'

const batchSize = 50

/** Applies due timeouts, then sends due warnings. Returns the number of changed tasks. */
export async function runTimeouts(context: Context): Promise<number> {
  const expired = await changeEach(context, lockDueTask, applyTimeout)
  const warned = await changeEach(context, lockTaskToWarn, warn)
  return expired + warned + (await context.store.write(warnOfOffers))
}

type Lock = (tx: Tx, except: readonly string[]) => Promise<TaskRow | undefined>
type Change = (tx: Tx, task: TaskRow) => Promise<void>

/**
 * Changes tasks one by one, each in its own transaction, and none while the market is read-only. The lock finds only tasks that are still due, so concurrent nodes
 * never apply a timeout twice. A task that fails is skipped for the rest of this run.
 */
async function changeEach({ store, log }: Context, lock: Lock, change: Change): Promise<number> {
  const failed: string[] = []
  let changed = 0
  for (let tries = 0; tries < batchSize; tries++) {
    let taken: TaskRow | undefined
    try {
      await store.write(async (tx) => {
        taken = (await isReadOnly(tx)) ? undefined : await lock(tx, failed)
        if (taken !== undefined) await change(tx, taken)
      })
      if (taken === undefined) break
      changed++
    } catch (error) {
      if (taken === undefined) throw error
      failed.push(taken.id)
      log.error({ task: taken.id, error: String(error) }, 'task timeout failed')
    }
  }
  return changed
}

async function applyTimeout(tx: Tx, task: TaskRow): Promise<void> {
  if (task.phase === 'delivered' && tx.settings.scansFiles && (await waitsForScan(tx, task.id))) {
    if (await extendReviewOf(tx, task)) return
  }
  const transition = timeoutTransition(taskStateOf(task, tx.now))
  if (transition === undefined) throw new Error(`no timeout transition for a task that is ${task.phase}`)
  await commitStep(tx, systemCaller, task, transition)
}

/** A warning only adds an event: phase, message and deadline stay the same. */
async function warn(tx: Tx, task: TaskRow): Promise<void> {
  await commitPlan(tx, systemCaller, task, planWarning(tx.now, task))
}

/** Warns the side that can accept a settlement offer before it expires. */
async function warnOfOffers(tx: Tx): Promise<number> {
  const offers = (await isReadOnly(tx)) ? [] : await takeOffersToWarn(tx, batchSize)
  for (const { offer_id: offerId, task_id: disputedTaskId, agent_id: agentId, role } of offers) {
    const data = { disputedTaskId, offerId, role }
    tx.emit({ kind: 'offer.expiring', agentId, subject: disputedTaskId, data })
  }
  return offers.length
}
