/** Receives notices about tasks and runs at most one handler per task, within the concurrency limit. */
import type { Phase, Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { marketOf } from '../market.ts'
import { backoff, isTransient, sleep } from '../retry.ts'
import { createDeliveredTasks } from './delivered-tasks.ts'
import type { Runner } from './runner.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import { runTask } from './run-task.ts'
import { historyOf, awaitsProvider } from './task-view.ts'

/** Version and phase of a task, from an event, a webhook or a list. */
export interface Notice {
  readonly taskId: string
  readonly version: number
  readonly phase: Phase
}

export interface Inbox {
  /** Resolves once the running handler has the new state, or a run of the handler is scheduled. */
  notice(notice: Notice): Promise<void>
  /** Waits for running handlers, then interrupts them. */
  close(graceMs: number): Promise<void>
}

interface ActiveTask {
  /** Whether the task has changed since it was last read. */
  isStale: boolean
  live: LiveTask | undefined
  done: Promise<void>
}

/** A task whose handler returned without handing it over. It runs again when the client sends a message. */
interface ParkedTask {
  readonly version: number
  /** Number of client messages that the handler has seen. */
  readonly clientMessages: number
}

const pauseMs = 500
/** Time for interrupted handlers to return. */
const interruptMs = 1000

export function createInbox(runner: Runner): Inbox {
  const { client, agent, stopping, limit, report } = runner
  const active = new Map<string, ActiveTask>()
  const parked = createParkedTasks()
  const delivered = createDeliveredTasks(runner)

  const read = (taskId: string) => client.tasks.getTask({ name: agent.name, taskId })

  const handle = async (taskId: string, place: ActiveTask) => {
    await limit.acquire()
    try {
      while (place.isStale && !stopping.aborted) {
        place.isStale = false
        const task = await readWithRetries(runner, () => read(taskId))
        if (task !== undefined) await delivered.check(task)
        if (task === undefined || !awaitsProvider(marketOf(task).phase) || parked.isUnchanged(task)) continue
        place.live = createLiveTask(task)
        await runTask(runner, place.live)
        parked.park(place.live, clientMessageCount(task))
        place.live = undefined
      }
    } catch (error) {
      report(error, { taskId })
    } finally {
      limit.release()
      active.delete(taskId)
    }
  }

  const needsRead = ({ taskId, version, phase }: Notice) =>
    awaitsProvider(phase)
      ? parked.isNewer(taskId, version)
      : phase === 'delivered' && delivered.canHaveQuestion(taskId, version)

  return {
    notice: async ({ taskId, version, phase }) => {
      const place = active.get(taskId)
      if (place !== undefined) {
        place.isStale = true
        const { live } = place
        if (live !== undefined && version > live.version) live.update(await read(taskId))
        return
      }
      if (phase !== 'delivered') delivered.forget(taskId, version)
      if (!awaitsProvider(phase)) parked.forget(taskId)
      if (!stopping.aborted && needsRead({ taskId, version, phase })) {
        const started: ActiveTask = { isStale: true, live: undefined, done: Promise.resolve() }
        active.set(taskId, started)
        started.done = handle(taskId, started)
      }
    },
    close: (graceMs) => closeAll([...active.values()], graceMs),
  }
}

async function closeAll(tasks: readonly ActiveTask[], graceMs: number): Promise<void> {
  const interrupt = (matches: (live: LiveTask) => boolean) => {
    for (const { live } of tasks) if (live !== undefined && matches(live)) live.stop()
  }
  // Handlers that wait for the client cannot finish in time; the next start resumes them.
  interrupt(({ waiters }) => waiters > 0)
  const done = Promise.all(tasks.map((task) => task.done))
  if (await endsWithin(done, graceMs)) return
  interrupt(() => true)
  await endsWithin(done, interruptMs)
}

function clientMessageCount(task: Task): number {
  return historyOf(task).filter(({ role }) => role === 'ROLE_USER').length
}

function createParkedTasks() {
  const parked = new Map<string, ParkedTask>()
  return {
    isNewer: (taskId: string, version: number) => version > (parked.get(taskId)?.version ?? -1),
    isUnchanged: (task: Task) => clientMessageCount(task) <= (parked.get(task.id)?.clientMessages ?? -1),
    /** Counts only the messages from before the run: later ones may have arrived too late for the handler. */
    park: ({ task, version, isHandedOver, signal }: LiveTask, clientMessages: number) => {
      if (isHandedOver || signal.aborted) parked.delete(task.id)
      else parked.set(task.id, { version, clientMessages })
    },
    forget: (taskId: string) => parked.delete(taskId),
  }
}

/** Reads the task, with retries; undefined if it does not exist or the worker stops. */
async function readWithRetries(
  { stopping, report, abandon }: Runner,
  read: () => Promise<Task>,
): Promise<Task | undefined> {
  for (let failures = 0; !stopping.aborted; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (isSoukError(error, 'task-not-found')) return undefined
      if (isSoukError(error, 'unauthorized')) abandon(error)
      else report(error, {})
      if (!isSoukError(error) || !isTransient(error)) return undefined
      await sleep(backoff(pauseMs, failures), stopping).catch(() => undefined)
    }
  }
  return undefined
}

async function endsWithin(done: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const canceled = new AbortController()
  const timeout = sleep(milliseconds, canceled.signal).then(
    () => false,
    () => true,
  )
  const ended = await Promise.race([done.then(() => true), timeout])
  canceled.abort()
  return ended
}
