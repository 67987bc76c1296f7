/** Runs the handler of one task, with retries. */
import { isSoukError } from '../error.ts'
import { backoff, isTransient, sleep } from '../retry.ts'
import type { Runner, Work } from './runner.ts'
import { createHandle } from './create-handle.ts'
import type { LiveTask } from './live-task.ts'
import type { TaskHandle } from './task-handle.ts'

const pauseMs = 500
/** Message to the client. The cause is only passed to `onError`. */
const failureMessage = 'Sorry, the task failed on our side.'

/**
 * Retries a throwing handler with backoff, and fails the task after the last attempt. Transient errors of the
 * marketplace do not count as attempts.
 */
export async function runTask(runner: Runner, live: LiveTask): Promise<void> {
  const { report, attemptsMax, limit, stopping } = runner
  const { signal } = live
  const { id: taskId } = live.task
  for (let attempt = 1, pauses = 0; !signal.aborted && !stopping.aborted; pauses += 1) {
    const handle = createHandle(runner, live)
    try {
      return await finish(handle, live, await runner.onTask(handle))
    } catch (error) {
      if (signal.aborted) return
      const verdict = classify(error)
      if (verdict === 'fatal') return runner.abandon(error)
      report(error, { taskId })
      if (verdict === 'awaits approval') return
      if (verdict === 'failed' && attempt >= attemptsMax) return await failTask(runner, handle)
      if (verdict === 'failed') attempt += 1
    }
    limit.release()
    await sleep(backoff(pauseMs, pauses), stopping).catch(() => undefined)
    await limit.acquire()
  }
}

async function finish(handle: TaskHandle, live: LiveTask, work: Work): Promise<void> {
  if (work === undefined || live.isHandedOver || live.signal.aborted) return
  const piece = typeof work === 'string' ? { text: work } : { parts: work }
  await handle.deliver({ artifacts: [piece] })
}

function classify(error: unknown): 'failed' | 'transient' | 'fatal' | 'awaits approval' {
  if (!isSoukError(error)) return 'failed'
  if (error.kind === 'unauthorized') return 'fatal'
  // The marketplace has stored the request and runs it after the approval.
  if (error.kind === 'approval-required') return 'awaits approval'
  return isTransient(error) ? 'transient' : 'failed'
}

async function failTask({ report }: Runner, handle: TaskHandle): Promise<void> {
  await handle.fail(failureMessage).catch((error: unknown) => report(error, { taskId: handle.id }))
}
