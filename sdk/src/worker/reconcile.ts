/** Finds tasks by listing them, which repairs lost events. Listing also marks the agent as online. */
import type { Task } from 'souk-contract'
import { iterate } from '../paging.ts'
import type { Runner } from './runner.ts'
import type { Inbox } from './inbox.ts'
import { marketOf } from '../market.ts'

export interface Reconciler {
  /** Reports every task that waits for the provider. */
  openTasks(): Promise<void>
  /** Reports every task that has changed since the last call. */
  changedTasks(): Promise<void>
}

/** A change can become visible after one with a later timestamp, so each call overlaps the previous one. */
const overlapMs = 30_000
/** Per call; the next call continues. */
const tasksMax = 2000
const pageSize = 100

export function createReconciler(runner: Runner, inbox: Inbox): Reconciler {
  const { client, agent, onQuestion, stopping: signal } = runner
  let latest = 0
  const report = async (filter: { status?: string; lastUpdatedAfter?: string }, max: number) => {
    let reported = 0
    const input = { name: agent.name, role: 'provider' as const, pageSize, ...filter }
    const tasks = iterate(client.tasks.listTasks, input, { signal })
    for await (const task of tasks) {
      latest = Math.max(latest, Date.parse(task.status.timestamp))
      await inbox.notice(noticeOf(task))
      reported += 1
      if (reported >= max) return
    }
  }
  return {
    openTasks: async () => {
      await report({ status: 'requested' }, tasksMax)
      await report({ status: 'working' }, tasksMax)
      // Delivered tasks can have an open question.
      if (onQuestion !== undefined) await report({ status: 'delivered' }, tasksMax)
    },
    changedTasks: async () => {
      if (latest === 0) return report({}, pageSize)
      return report({ lastUpdatedAfter: new Date(latest - overlapMs).toISOString() }, tasksMax)
    },
  }
}

function noticeOf(task: Task) {
  const { version, phase } = marketOf(task)
  return { taskId: task.id, version, phase }
}
