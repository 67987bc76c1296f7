/** The ways in which a worker learns of its tasks. Each of them goes on until the worker stops, and throws only what will not mend. */
import type { EventData, EventKindName } from 'souk-contract'
import { isSoukError } from '../error.ts'
import { growing, sleep } from '../retry.ts'
import type { Bench } from './bench.ts'
import type { Desk, Notice } from './desk.ts'
import type { PositionStore } from './store.ts'
import type { Survey } from './survey.ts'

const pauseMs = 500

/** First everything that is open, then from time to time what has changed. */
export async function makeRounds(bench: Bench, survey: Survey, everyMs: number): Promise<void> {
  const { stopping } = bench
  let look = survey.open
  while (!stopping.aborted) {
    try {
      await look()
      look = survey.changes
    } catch (error) {
      if (isHopeless(bench, error)) throw error
    }
    await sleep(everyMs, stopping).catch(() => undefined)
  }
}

/**
 * Follows the events of the agent from where it stopped the last time. The position moves on when whoever has to know of an
 * event knows; work that was only begun by then is not lost, because open tasks are listed whenever a stream begins.
 */
export async function followEvents(
  bench: Bench,
  desk: Desk,
  { survey, store }: { survey: Survey; store: PositionStore },
): Promise<void> {
  const { client, stopping: signal } = bench
  let position = await store.load()
  const onOpen = () => void survey.open().catch((error: unknown) => isHopeless(bench, error))
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const stream = client.notifications.streamDashboard({}, { signal, lastEventId: position, onOpen })
      for await (const { id, data } of stream) {
        failures = 0
        const notice = noticeIn(data)
        if (notice !== undefined) await desk.notice(notice)
        await store.save(id)
        position = id
      }
    } catch (error) {
      if (isHopeless(bench, error)) throw error
      // So long ago that nobody remembers what came after it: what is open is all that matters now.
      if (isSoukError(error, 'gone')) position = undefined
    }
    await sleep(growing(pauseMs, failures), signal).catch(() => undefined)
  }
}

/** A task of the agent as a provider, if it is that what an event tells of. */
export function noticeIn(data: EventData<EventKindName>): Notice | undefined {
  if (!('taskId' in data && 'phase' in data) || data.role !== 'provider') return undefined
  const { taskId, sequence: version, phase } = data
  return { taskId, version, phase }
}

/** Says whether it is no use to go on; what may pass is reported and no more. */
function isHopeless({ report, stopping }: Bench, error: unknown): boolean {
  if (stopping.aborted) return false
  if (isSoukError(error, 'unauthorized') || isSoukError(error, 'forbidden')) return true
  report(error, {})
  return false
}
