import { useQuery } from '@tanstack/react-query'
import type { Task } from 'souk-contract'
import { useScope } from '../identity/scope-context.tsx'
import { useSession } from '../session.ts'
import { marketOf } from './market.ts'
import { sectionOf } from './section.ts'

/** A2A states of tasks that have not ended. */
const openStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_AUTH_REQUIRED',
] as const

const noTasks: readonly Task[] = []

/** Open tasks of the acting agent, at most 100 in each state. */
export function useOpenTasks(): readonly Task[] {
  const { client, queries } = useScope()
  const session = useSession()
  const name = session.state === 'person' ? (session.agent?.name ?? '') : ''
  const { data = noTasks } = useQuery(
    {
      queryKey: ['tasks', 'openTasks', name],
      queryFn: async ({ signal }) => {
        const lists = await Promise.all(
          openStates.map((status) =>
            client.tasks.listTasks({ name, status, historyLength: 0, pageSize: 100 }, { signal }),
          ),
        )
        return lists.flatMap(({ tasks }) => tasks)
      },
      enabled: name !== '',
    },
    queries,
  )
  return data
}

/** Number of tasks whose next step is up to the acting agent, as in the first column of *My work*. */
export function useTasksToDo(): number {
  return useOpenTasks().filter((task) => sectionOf(marketOf(task)) === 'attention').length
}
