import { useEffect } from 'react'
import type { Task } from 'souk-contract'
import { useScope } from '../../../identity/scope-context.tsx'
import type { Scope } from '../../../identity/scope.ts'
import { marketOf } from '../../../tasks/market.ts'

/** Subscribes to the A2A stream of a task, which reports artifacts while they are written. */
export function useTaskStream(
  { name, taskId }: { name: string; taskId: string },
  task: Task | undefined,
): void {
  const scope = useScope()
  const ended = task === undefined || marketOf(task).reason !== undefined
  useEffect(() => {
    if (ended) return undefined
    const controller = new AbortController()
    void subscribe(scope, { name, taskId }, AbortSignal.any([controller.signal, scope.signal]))
    return () => controller.abort()
  }, [scope, name, taskId, ended])
}

async function subscribe(
  { client, queries }: Scope,
  task: { name: string; taskId: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    const stream = client.tasks.followTask(task, { signal })
    while ((await stream.next()).done !== true) {
      void queries.invalidateQueries({ queryKey: ['tasks', 'getTask'] })
    }
  } catch {
    // The dashboard stream also reports changes of the task, so a broken stream loses nothing.
  }
}
