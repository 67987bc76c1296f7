/** Delivers processor events to the server: in order, or delayed, duplicated and shuffled. */
import { sql } from 'kysely'
import { receiveEvents } from '../../server/src/money/processor/receive-events.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { signedDelivery } from '../../server/src/money/processor/sandbox/events.ts'
import type { EventAbout } from '../../server/src/money/processor/sandbox/tables.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'

interface Event {
  readonly id: string
  readonly type: string
  readonly about: EventAbout
}

export interface EventQueue {
  /** Delivers some of the queued events, or all. */
  deliver(amount: 'some' | 'all'): Promise<void>
  /** Delivers every event of the round again under new ids. */
  redeliverAll(): Promise<void>
  /** Number of deliveries. */
  delivered(): number
}

/** Each event once and in order. */
export function orderedQueue(souk: Souk): EventQueue {
  const deliveries = createDeliveries(souk)
  return {
    deliver: async () => deliveries.send(await takeEvents(souk)),
    redeliverAll: async () => undefined,
    delivered: deliveries.count,
  }
}

/** Each event three times, once under a new id, in random order. */
export function shuffledQueue(souk: Souk, random: Random): EventQueue {
  const deliveries = createDeliveries(souk)
  const withNewId = (event: Event) => ({ ...event, id: newId('sbevt', souk.clock.now()) })
  const seen: Event[] = []
  let waiting: Event[] = []
  return {
    deliver: async (amount) => {
      const taken = await takeEvents(souk)
      seen.push(...taken)
      waiting.push(...taken.flatMap((event) => [event, event, withNewId(event)]))
      const [due, delayed] = amount === 'all' ? [waiting, []] : split(waiting, random)
      waiting = delayed
      await deliveries.send(shuffled(due, random))
    },
    redeliverAll: () => deliveries.send(shuffled(seen, random).map(withNewId)),
    delivered: deliveries.count,
  }
}

/** Signed deliveries, one event each, as the processor sends them. */
function createDeliveries({ context, clock }: Souk) {
  let sent = 0
  return {
    count: () => sent,
    send: async (events: readonly Event[]): Promise<void> => {
      for (const event of events) {
        const { rawBody, headers } = signedDelivery(context.vault, event, clock.now())
        await receiveEvents(context, rawBody, headers)
        sent += 1
      }
    },
  }
}

function split(events: readonly Event[], random: Random): [Event[], Event[]] {
  const marked = events.map((event) => ({ event, isDue: random.chance(40) }))
  const select = (due: boolean) => marked.filter(({ isDue }) => isDue === due).map(({ event }) => event)
  return [select(true), select(false)]
}

export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const result = [...items]
  for (const [index, item] of items.entries()) {
    const other = random.below(index + 1)
    result[index] = result[other] ?? item
    result[other] = item
  }
  return result
}

/** Takes the events that the sandbox has queued since the last call, so that it does not deliver them. */
async function takeEvents({ context }: Souk): Promise<Event[]> {
  const { rows } = await sql<Event>`
    update sandbox_events set state = 'delivered' where state = 'queued'
    returning id, type, about`.execute(context.database)
  return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))
}
