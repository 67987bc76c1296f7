import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PubSub } from '../node/pubsub.ts'
import { second, stopwatch } from '../lib/clock.ts'

export interface Worker {
  readonly name: string
  /** Does a bounded piece of work and answers how much it was; nothing means: rest. */
  readonly work: () => Promise<number>
  readonly restMs: number
  /** While there is work, it waits so long between two pieces: each is then larger, and fewer have to be committed. */
  readonly paceMs?: number
  /** It waits only so many times as long as the last piece took, if that is less: whoever has little to do is quick. */
  readonly paceFactor?: number
  /** What ends its rest early. */
  readonly wakeTopic?: string
  /** Callers are served as well while it fails. */
  readonly critical?: boolean
  /** Runs while storage is full too: it only reads, removes rows, or moves them. */
  readonly whileFull?: boolean
}

export interface RunningWorkers {
  /** How many are alive: all of them, unless one has been failing for a while. */
  alive(): number
  total: number
  stop(): Promise<void>
}

const backOffMsMax = 30 * second
const failuresUntilUnhealthy = 5

/** Runs each worker in a loop of its own: at once while there is work, then resting, slower and slower after errors. */
export function startWorkers(
  workers: readonly Worker[],
  { log, pubsub }: { log: Logger; pubsub: PubSub },
): RunningWorkers {
  const stopping = new AbortController()
  // Every resting worker listens to it, and there may be more of them than Node finds usual.
  setMaxListeners(workers.length + 1, stopping.signal)
  const failures = new Map(workers.map(({ name }) => [name, 0]))
  const isAlive = ({ name, critical = true }: Worker) =>
    !critical || (failures.get(name) ?? 0) < failuresUntilUnhealthy
  const loops = workers.map(async ({ name, work, restMs, paceMs = 0, paceFactor = Infinity, wakeTopic }) => {
    const listener = wakeTopic === undefined ? undefined : pubsub.listen(wakeTopic)
    while (!stopping.signal.aborted) {
      let pauseMs = restMs
      const took = stopwatch()
      try {
        if ((await work()) > 0) pauseMs = Math.min(paceMs, took() * paceFactor)
        failures.set(name, 0)
      } catch (error) {
        const count = (failures.get(name) ?? 0) + 1
        failures.set(name, count)
        pauseMs = Math.min(backOffMsMax, restMs * 2 ** count)
        log.error({ worker: name, failures: count, error: String(error) }, 'worker failed')
      }
      if (listener === undefined || pauseMs !== restMs) await rest(pauseMs, stopping.signal)
      else await listener.next(stopping.signal, pauseMs)
    }
  })
  return {
    total: workers.length,
    alive: () => workers.filter(isAlive).length,
    stop: async () => {
      stopping.abort()
      await Promise.all(loops)
    },
  }
}

async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}
