import { setMaxListeners } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { PubSub } from '../node/pubsub.ts'
import { second, stopwatch } from '../lib/clock.ts'

export interface Worker {
  readonly name: string
  /** Does a bounded batch of work and returns its size; 0 means idle. */
  readonly work: () => Promise<number>
  readonly restMs: number
  /** Pause between batches while there is work: larger batches need fewer commits. */
  readonly paceMs?: number
  /** Caps the pause at this multiple of the last batch's duration, so that small batches stay quick. */
  readonly paceFactor?: number
  /** Topics that end the idle interval early. */
  readonly wakeTopics?: readonly string[]
  /** False if failures do not affect readiness. Default true. */
  readonly critical?: boolean
  /** Also runs while storage is full: it only reads, deletes or moves rows. */
  readonly whileFull?: boolean
}

export interface RunningWorkers {
  /** Number of healthy workers: all, unless one keeps failing. */
  alive(): number
  total: number
  stop(): Promise<void>
}

const backOffMsMax = 30 * second
const failuresUntilUnhealthy = 5

/** Runs each worker in its own loop: immediately again while there is work, then idle, with backoff after errors. */
export function startWorkers(
  workers: readonly Worker[],
  { log, pubsub }: { log: Logger; pubsub: PubSub },
): RunningWorkers {
  const stopping = new AbortController()
  // Every idle worker listens to it, which can exceed Node's warning limit.
  setMaxListeners(workers.length + 1, stopping.signal)
  const failures = new Map(workers.map(({ name }) => [name, 0]))
  const isAlive = ({ name, critical = true }: Worker) =>
    !critical || (failures.get(name) ?? 0) < failuresUntilUnhealthy
  const loops = workers.map(async ({ name, work, restMs, paceMs = 0, paceFactor = Infinity, wakeTopics }) => {
    const listener = wakeTopics === undefined ? undefined : pubsub.listen(...wakeTopics)
    while (!stopping.signal.aborted) {
      let pauseMs = restMs
      const took = stopwatch()
      try {
        if ((await work()) > 0) pauseMs = Math.min(paceMs, took() * paceFactor)
        failures.set(name, 0)
      } catch (error) {
        const count = (failures.get(name) ?? 0) + 1
        failures.set(name, count)
        pauseMs = Math.min(backOffMsMax, Math.min(restMs, second) * 2 ** count)
        log.error({ worker: name, failures: count, error: String(error) }, 'worker failed')
      }
      if (listener === undefined || pauseMs !== restMs) await sleep(pauseMs, stopping.signal)
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

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await delay(milliseconds, undefined, { signal }).catch(() => undefined)
}
