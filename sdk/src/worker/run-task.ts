/** Runs a handler over a task until something comes of it. */
import { isSoukError } from '../error.ts'
import { growing, isPassing, sleep } from '../retry.ts'
import type { Bench, Work } from './bench.ts'
import { createHandle } from './create-handle.ts'
import type { LiveTask } from './live-task.ts'
import type { TaskHandle } from './task-handle.ts'

const pauseMs = 500
/** What the client reads. Why it came to that is reported to whoever runs the worker, and nobody else's business. */
const apology = 'Sorry, this did not work out on our side.'

/**
 * A handler that throws is tried again, each time after a longer pause; when it has failed too often, so has the task.
 * That the marketplace is out of reach is not the handler's fault and does not count.
 */
export async function runTask(bench: Bench, live: LiveTask): Promise<void> {
  const { report, attemptsMax, slots, stopping } = bench
  const { signal } = live
  const { id: taskId } = live.task
  for (let attempt = 1, pauses = 0; !signal.aborted && !stopping.aborted; pauses += 1) {
    const handle = createHandle(bench, live)
    try {
      return await finish(handle, live, await bench.onTask(handle))
    } catch (error) {
      if (signal.aborted) return
      const verdict = judge(error)
      if (verdict === 'hopeless') return bench.giveUp(error)
      report(error, { taskId })
      if (verdict === 'others decide') return
      if (verdict === 'failed' && attempt >= attemptsMax) return await giveUpTask(bench, handle)
      if (verdict === 'failed') attempt += 1
    }
    slots.giveBack()
    await sleep(growing(pauseMs, pauses), stopping).catch(() => undefined)
    await slots.take()
  }
}

async function finish(handle: TaskHandle, live: LiveTask, work: Work): Promise<void> {
  if (work === undefined || live.isHandedOver || live.signal.aborted) return
  const piece = typeof work === 'string' ? { text: work } : { parts: work }
  await handle.deliver({ artifacts: [piece] })
}

function judge(error: unknown): 'failed' | 'passing' | 'hopeless' | 'others decide' {
  if (!isSoukError(error)) return 'failed'
  if (error.kind === 'unauthorized') return 'hopeless'
  // The marketplace keeps what was to be done; when a person approves, it is done.
  if (error.kind === 'approval-required') return 'others decide'
  return isPassing(error) ? 'passing' : 'failed'
}

async function giveUpTask({ report }: Bench, handle: TaskHandle): Promise<void> {
  await handle.fail(apology).catch((error: unknown) => report(error, { taskId: handle.id }))
}
