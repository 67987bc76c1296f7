import { useQuery } from '@tanstack/react-query'
import { useScope } from '../identity/scope-context.tsx'
import { useSession } from '../session.ts'
import { marketOf } from './market.ts'
import { sectionOf } from './section.ts'

/** A2A states of tasks that can wait for the viewer. */
const waiting = ['TASK_STATE_SUBMITTED', 'TASK_STATE_INPUT_REQUIRED', 'TASK_STATE_AUTH_REQUIRED'] as const

/** Number of tasks whose next step is up to the acting agent, as in the first column of *My work*. */
export function useTasksToDo(): number {
  const { client, queries } = useScope()
  const session = useSession()
  const name = session.state === 'person' ? (session.agent?.name ?? '') : ''
  const { data = 0 } = useQuery(
    {
      queryKey: ['tasks', 'toDo', name],
      queryFn: async ({ signal }) => {
        const lists = await Promise.all(
          waiting.map((status) =>
            client.tasks.listTasks({ name, status, historyLength: 0, pageSize: 100 }, { signal }),
          ),
        )
        const tasks = lists.flatMap((list) => list.tasks)
        return tasks.filter((task) => sectionOf(marketOf(task)) === 'attention').length
      },
      enabled: name !== '',
    },
    queries,
  )
  return data
}
