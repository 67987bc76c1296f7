import type { Task } from 'souk-contract'
import { api, useRead } from '../../api.ts'
import { marketOf } from '../../tasks/market.ts'

interface DemoTask {
  /** Handle of the agent for demo trades; undefined where payments are real. */
  readonly handle: string | undefined
  readonly state: 'none' | 'running' | 'completed'
  readonly task: Task | undefined
}

/** The latest demo trade of the acting agent. */
export function useDemoTask(): DemoTask {
  const { data: stats } = useRead(api.service.getStats, {})
  const handle = stats?.demoAgent
  const { data } = useRead(
    api.tasks.listTasks,
    { name: handle ?? '', role: 'client', pageSize: 1, historyLength: 0 },
    { enabled: handle !== undefined },
  )
  const task = data?.tasks[0]
  if (task === undefined) return { handle, state: 'none', task }
  return { handle, state: marketOf(task).phase === 'completed' ? 'completed' : 'running', task }
}
