/** Decides which tasks are worked on: one handler for each at a time, so many at once, and none that needs nobody. */
import type { Phase, Task } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { growing, isPassing, sleep } from '../retry.ts'
import type { Bench } from './bench.ts'
import { createLiveTask, type LiveTask } from './live-task.ts'
import { runTask } from './run-task.ts'
import { historyOf, isOurTurn, marketOf } from './turn.ts'

/** That a task is in this state, by whichever way it was learned. */
export interface Notice {
  readonly taskId: string
  readonly version: number
  readonly phase: Phase
}

export interface Desk {
  /** Resolves when whoever works on the task knows, or when somebody is about to look at it. */
  notice(notice: Notice): Promise<void>
  /** Lets handlers finish for so long, then interrupts them. */
  close(graceMs: number): Promise<void>
}

interface Attended {
  /** Something has happened since the task was last read. */
  again: boolean
  live: LiveTask | undefined
  done: Promise<void>
}

/** A task that its handler left as it was; it is run again when the client says something new. */
interface Left {
  readonly version: number
  readonly heard: number
}

const pauseMs = 500
/** How long interrupted handlers get to come to their end. */
const lastMs = 1000

export function createDesk(bench: Bench): Desk {
  const { client, agent, stopping, slots, report } = bench
  const attended = new Map<string, Attended>()
  const left = new Map<string, Left>()

  const read = (taskId: string) => client.tasks.getTask({ name: agent.name, taskId })

  const attend = async (taskId: string, place: Attended) => {
    await slots.take()
    try {
      while (place.again && !stopping.aborted) {
        place.again = false
        const task = await readPatiently(bench, () => read(taskId))
        if (task === undefined || !isOurTurn(marketOf(task).phase) || isLeft(task, left.get(taskId))) continue
        place.live = createLiveTask(task)
        await runTask(bench, place.live)
        leave(place.live, heardIn(task))
        place.live = undefined
      }
    } catch (error) {
      report(error, { taskId })
    } finally {
      slots.giveBack()
      attended.delete(taskId)
    }
  }

  /** What was said during the run may have come too late for it, so only what it began with counts as heard. */
  const leave = ({ task, version, isHandedOver, signal }: LiveTask, heard: number) => {
    if (isHandedOver || signal.aborted) left.delete(task.id)
    else left.set(task.id, { version, heard })
  }

  return {
    notice: async ({ taskId, version, phase }) => {
      const place = attended.get(taskId)
      if (place !== undefined) {
        place.again = true
        const { live } = place
        if (live !== undefined && version > live.version) live.show(await read(taskId))
        return
      }
      if (!isOurTurn(phase)) left.delete(taskId)
      else if (!stopping.aborted && version > (left.get(taskId)?.version ?? -1)) {
        const begun: Attended = { again: true, live: undefined, done: Promise.resolve() }
        attended.set(taskId, begun)
        begun.done = attend(taskId, begun)
      }
    },
    close: (graceMs) => closeAll([...attended.values()], graceMs),
  }
}

async function closeAll(places: readonly Attended[], graceMs: number): Promise<void> {
  const interrupt = (wanted: (live: LiveTask) => boolean) => {
    for (const { live } of places) if (live !== undefined && wanted(live)) live.stop()
  }
  // Whoever waits for a client would wait in vain; the next start finds the answer.
  interrupt(({ waiters }) => waiters > 0)
  const done = Promise.all(places.map((place) => place.done))
  if (await endsWithin(done, graceMs)) return
  interrupt(() => true)
  await endsWithin(done, lastMs)
}

function heardIn(task: Task): number {
  return historyOf(task).filter(({ role }) => role === 'ROLE_USER').length
}

function isLeft(task: Task, known: Left | undefined): boolean {
  return known !== undefined && heardIn(task) <= known.heard
}

/** The task, once the marketplace can be reached; nothing when it is not there or the worker stops. */
async function readPatiently(
  { stopping, report, giveUp }: Bench,
  read: () => Promise<Task>,
): Promise<Task | undefined> {
  for (let failures = 0; !stopping.aborted; failures += 1) {
    try {
      return await read()
    } catch (error) {
      if (isSoukError(error, 'task-not-found')) return undefined
      if (isSoukError(error, 'unauthorized')) giveUp(error)
      else report(error, {})
      if (!isSoukError(error) || !isPassing(error)) return undefined
      await sleep(growing(pauseMs, failures), stopping).catch(() => undefined)
    }
  }
  return undefined
}

async function endsWithin(done: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const patience = new AbortController()
  const late = sleep(milliseconds, patience.signal).then(
    () => false,
    () => true,
  )
  const ended = await Promise.race([done.then(() => true), late])
  patience.abort()
  return ended
}
