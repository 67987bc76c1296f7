/** Task sources of a worker: polling and the event stream. Each runs until the worker stops and throws only fatal errors. */
import type { EventData, EventKindName } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { backoff, sleep } from '../retry.ts'
import type { Runner } from './runner.ts'
import type { Inbox, Notice } from './inbox.ts'
import type { PositionStore } from './store.ts'
import type { Reconciler } from './reconcile.ts'

const pauseMs = 500

/** Between two lists of open tasks, which find tasks whose read failed after their change was reported. */
const openTasksEveryMs = 300_000

/** Lists open tasks at the start and every five minutes, and changed tasks in all other polls. */
export async function pollTasks(runner: Runner, reconciler: Reconciler, everyMs: number): Promise<void> {
  const { stopping } = runner
  const pollsBetween = Math.max(1, Math.round(openTasksEveryMs / everyMs))
  for (let pollsLeft = 0; !stopping.aborted;) {
    try {
      if (pollsLeft === 0) pollsLeft = (await reconciler.openTasks()) ? pollsBetween : 0
      else {
        await reconciler.changedTasks()
        pollsLeft -= 1
      }
    } catch (error) {
      if (isFatal(runner, error)) throw error
    }
    await sleep(everyMs, stopping).catch(() => undefined)
  }
}

/**
 * Follows the event stream of the agent from the stored position. The position is saved once the inbox has accepted an
 * event. Unfinished work is not lost by that, because open tasks are listed whenever the stream opens.
 */
export async function followEvents(
  runner: Runner,
  inbox: Inbox,
  { reconciler, store }: { reconciler: Reconciler; store: PositionStore },
): Promise<void> {
  const { client, stopping: signal } = runner
  let position = await store.load()
  const onOpen = () => void reconciler.openTasks().catch((error: unknown) => isFatal(runner, error))
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const stream = client.notifications.streamDashboard({}, { signal, lastEventId: position, onOpen })
      for await (const { id, data } of stream) {
        failures = 0
        const notice = noticeIn(data)
        if (notice !== undefined) await inbox.notice(notice)
        await store.save(id)
        position = id
      }
    } catch (error) {
      if (isFatal(runner, error)) throw error
      // The position is older than the event log. Listing open tasks covers what was missed.
      if (isSoukError(error, 'gone')) position = undefined
    }
    await sleep(backoff(pauseMs, failures), signal).catch(() => undefined)
  }
}

/** Notice of an event about a task in which the agent is the provider; undefined for other events. */
export function noticeIn(data: EventData<EventKindName>): Notice | undefined {
  if (!('taskId' in data && 'phase' in data) || data.role !== 'provider') return undefined
  const { taskId, sequence: version, phase } = data
  return { taskId, version, phase }
}

/** Whether the worker cannot continue. Other errors are reported. */
function isFatal({ report, stopping }: Runner, error: unknown): boolean {
  if (stopping.aborted) return false
  if (isSoukError(error, 'unauthorized') || isSoukError(error, 'forbidden')) return true
  report(error, {})
  return false
}
