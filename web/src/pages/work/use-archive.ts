import { useMutation, type QueryClient } from '@tanstack/react-query'
import type { ArchivedTask } from 'souk-contract'
import { isSoukError, type Client } from 'souk-sdk'
import { useScope } from '../../identity/scope-context.tsx'
import { refetchQueries } from '../../lib/calls/refetch-queries.ts'
import { errorLine } from '../../messages/error-text.ts'
import { say } from '../../messages/en/work.ts'
import { toast } from '../../ui/actions/toast.tsx'
import { tasksKey, type TaskPages } from './use-tasks.ts'

interface Change {
  readonly ids: readonly string[]
  readonly archived: boolean
}

/** Archives and restores tasks. The list changes before the server answers, and back if it refuses; a toast offers to undo. */
export function useArchive(agent: string) {
  const { client, queries } = useScope()
  const change = useMutation(
    {
      // One after the other: an undo must not reach the server after the archive that follows it.
      scope: { id: 'archive' },
      mutationFn: (input: Change) => send(client, input),
      onMutate: async (input: Change) => {
        await queries.cancelQueries({ queryKey: tasksKey(agent) })
        await queries.cancelQueries({ queryKey: archivedKey })
        show(queries, agent, input)
      },
      onError: (error: Error, { ids, archived }: Change) => {
        show(queries, agent, { ids, archived: !archived })
        toast(isSoukError(error) ? errorLine(error) : say('notArchived'))
      },
      onSettled: () =>
        Promise.all([refetchQueries(queries, tasksKey(agent)), refetchQueries(queries, archivedKey)]),
    },
    queries,
  )
  const run = (input: Change, offersUndo: boolean) => {
    change.mutate(input, {
      onSuccess: () => {
        if (!offersUndo) return
        const count = input.ids.length
        toast(input.archived ? say('archivedCount', { count }) : say('restoredCount', { count }), () =>
          run({ ...input, archived: !input.archived }, false),
        )
      },
    })
  }
  return {
    archive: (ids: readonly string[]) => run({ ids, archived: true }, true),
    restore: (ids: readonly string[]) => run({ ids, archived: false }, true),
  }
}

async function send(client: Client, { ids, archived }: Change): Promise<void> {
  for (const taskId of ids) {
    if (archived) await client.archivedTasks.archiveTask({ taskId })
    else await client.archivedTasks.restoreTask({ taskId })
  }
}

interface ArchivedTasks {
  readonly items: readonly ArchivedTask[]
  readonly nextCursor: null
}

const archivedKey = ['archivedTasks'] as const

/** Marks the tasks in the cache: in the list of tasks, and on the page of each task. */
function show(queries: QueryClient, agent: string, { ids, archived }: Change): void {
  for (const taskId of ids)
    queries.setQueryData<ArchivedTasks>([...archivedKey, 'listArchivedTasks', { tasks: taskId, limit: 1 }], {
      items: archived ? [{ taskId, archivedAt: new Date().toISOString() }] : [],
      nextCursor: null,
    })
  queries.setQueryData<TaskPages>(tasksKey(agent), (data) =>
    data === undefined
      ? undefined
      : {
          ...data,
          pages: data.pages.map((page) => {
            const others = page.archived.filter((id) => !ids.includes(id))
            const changed = archived ? page.tasks.map(({ id }) => id).filter((id) => ids.includes(id)) : []
            return { ...page, archived: [...others, ...changed] }
          }),
        },
  )
}
