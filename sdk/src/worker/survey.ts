/** Looks for work in the lists of the marketplace. Looking also tells the marketplace that somebody is there to answer. */
import type { Task } from 'souk-contract'
import { iterate } from '../paging.ts'
import type { Bench } from './bench.ts'
import type { Desk } from './desk.ts'
import { marketOf } from './turn.ts'

export interface Survey {
  /** Every task on which the provider has the next move. */
  open(): Promise<void>
  /** Every task that has changed since the last look. */
  changes(): Promise<void>
}

/** A change may become visible a little after one that bears a later time. */
const overlapMs = 30_000
/** In one look; what is more comes up in the next. */
const tasksMax = 2000
const pageSize = 100

export function createSurvey({ client, agent, stopping: signal }: Bench, desk: Desk): Survey {
  let latest = 0
  const look = async (wanted: { status?: string; lastUpdatedAfter?: string }, most: number) => {
    let seen = 0
    const asked = { name: agent.name, role: 'provider' as const, pageSize, ...wanted }
    const tasks = iterate(client.tasks.listTasks, asked, { signal })
    for await (const task of tasks) {
      latest = Math.max(latest, Date.parse(task.status.timestamp))
      await desk.notice(noticeOf(task))
      seen += 1
      if (seen >= most) return
    }
  }
  return {
    open: async () => {
      await look({ status: 'requested' }, tasksMax)
      await look({ status: 'working' }, tasksMax)
    },
    changes: async () => {
      if (latest === 0) return look({}, pageSize)
      return look({ lastUpdatedAfter: new Date(latest - overlapMs).toISOString() }, tasksMax)
    },
  }
}

function noticeOf(task: Task) {
  const { version, phase } = marketOf(task)
  return { taskId: task.id, version, phase }
}
