import type { Task } from 'souk-contract'
import { useEffect } from 'react'
import { api, cache } from '../../api.ts'
import { marketOf } from '../../tasks/market.ts'

/** Follows one task as A2A clients do, so that pieces of work show up while they are made. */
export function useTaskLine(
  { name, taskId }: { name: string; taskId: string },
  task: Task | undefined,
): void {
  const over = task === undefined || marketOf(task).reason !== undefined
  useEffect(() => {
    if (over) return undefined
    const ending = new AbortController()
    void follow(name, taskId, ending.signal)
    return () => ending.abort()
  }, [name, taskId, over])
}

async function follow(name: string, taskId: string, signal: AbortSignal): Promise<void> {
  try {
    const line = api.tasks.followTask({ name, taskId }, { signal })
    while ((await line.next()).done !== true) {
      void cache.invalidateQueries({ queryKey: ['tasks', 'getTask'] })
    }
  } catch {
    // The dashboard's line tells of the task as well; nothing is lost.
  }
}
