import type { Task } from 'souk-contract'
import { useEffect } from 'react'
import { useScope } from '../../identity/scope-context.tsx'
import type { Scope } from '../../identity/scope.ts'
import { marketOf } from '../../tasks/market.ts'

/** Follows one task as A2A clients do, so that pieces of work show up while they are made. */
export function useTaskLine(
  { name, taskId }: { name: string; taskId: string },
  task: Task | undefined,
): void {
  const scope = useScope()
  const over = task === undefined || marketOf(task).reason !== undefined
  useEffect(() => {
    if (over) return undefined
    const ending = new AbortController()
    void follow(scope, { name, taskId }, AbortSignal.any([ending.signal, scope.signal]))
    return () => ending.abort()
  }, [scope, name, taskId, over])
}

async function follow(
  { client, queries }: Scope,
  task: { name: string; taskId: string },
  signal: AbortSignal,
): Promise<void> {
  try {
    const line = client.tasks.followTask(task, { signal })
    while ((await line.next()).done !== true) {
      void queries.invalidateQueries({ queryKey: ['tasks', 'getTask'] })
    }
  } catch {
    // The dashboard's line tells of the task as well; nothing is lost.
  }
}
