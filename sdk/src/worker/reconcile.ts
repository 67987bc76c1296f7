/** Finds tasks by listing them, which repairs lost events. Listing also marks the agent as online. */
import type { Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { iterate } from '../paging.ts'
import type { Runner } from './runner.ts'
import type { Inbox } from './inbox.ts'
import { marketOf } from '../market.ts'

export interface Reconciler {
  /** Reports every task that waits for the provider. Returns whether the inbox accepted each. */
  openTasks(): Promise<boolean>
  /** Reports every task that has changed since the last call in which the inbox accepted each. */
  changedTasks(): Promise<void>
}

/** A change can become visible after one with a later timestamp, so each call overlaps the previous one. */
const overlapMs = 30_000
const pageSize = 100

type Filter = { readonly status?: string; readonly lastUpdatedAfter?: string }

export function createReconciler(runner: Runner, inbox: Inbox): Reconciler {
  const { client, agent, onQuestion, stopping: signal } = runner
  const input = { name: agent.name, role: 'provider' as const, pageSize }
  // Delivered tasks can have an open question.
  const openPhases = ['requested', 'working', ...(onQuestion === undefined ? [] : ['delivered'])]
  /** All changes up to this time have been reported; 0 if there were none. Undefined until open tasks are reported. */
  let reportedUntil: number | undefined

  /** The list ends although tasks change meanwhile, because each page has older changes than the one before. */
  const report = async (filter: Filter) => {
    let newest = 0
    let isComplete = true
    for await (const task of iterate(client.tasks.listTasks, { ...input, ...filter }, { signal })) {
      newest = Math.max(newest, changedAt(task))
      if (!(await accepts(task))) isComplete = false
    }
    return { newest, isComplete }
  }

  /** Errors of one task do not keep the others from the inbox. */
  const accepts = async (task: Task): Promise<boolean> => {
    try {
      await inbox.notice(noticeOf(task))
      return true
    } catch (error) {
      if (isSoukError(error, 'unauthorized')) throw error
      runner.report(error, { taskId: task.id })
      return false
    }
  }

  /** Time of the newest change, read before open tasks are listed, so that changes during the listing are reported later. */
  const newestChange = async () => {
    const { tasks } = await client.tasks.listTasks({ ...input, pageSize: 1 }, { signal })
    return Math.max(0, ...tasks.map(changedAt))
  }

  return {
    openTasks: async () => {
      const start = reportedUntil ?? (await newestChange())
      let isComplete = true
      for (const status of openPhases) {
        const reported = await report({ status })
        isComplete &&= reported.isComplete
      }
      if (isComplete) reportedUntil ??= start
      return isComplete
    },
    changedTasks: async () => {
      const after = reportedUntil ?? 0
      const filter = after === 0 ? {} : { lastUpdatedAfter: new Date(after - overlapMs).toISOString() }
      const { newest, isComplete } = await report(filter)
      // Lists begin with the newest change: after an error, older ones are still to be reported.
      if (isComplete) reportedUntil = Math.max(after, newest)
    },
  }
}

function changedAt({ status }: Task): number {
  return Date.parse(status.timestamp)
}

function noticeOf(task: Task) {
  const { version, phase } = marketOf(task)
  return { taskId: task.id, version, phase }
}
