/** The events of the processor on their way to us: kept back, repeated, and mixed up. */
import { sql } from 'kysely'
import { receiveEvents } from '../../server/src/money/processor/receive-events.ts'
import { newId } from '../../server/src/lib/ids.ts'
import { signedDelivery } from '../../server/src/money/processor/sandbox/events.ts'
import type { EventAbout } from '../../server/src/money/processor/sandbox/tables.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'

interface Event {
  readonly id: string
  readonly type: string
  readonly about: EventAbout
}

export interface Bag {
  /** Delivers some of what is in it, or all. */
  deliver(manner: 'some' | 'all'): Promise<void>
  /** Delivers all that it ever held once more, under other names. */
  deliverAgain(): Promise<void>
  /** How many deliveries there were. */
  delivered(): number
}

/** Each event once, and in the order in which things happened. */
export function orderlyBag(souk: Souk): Bag {
  const deliveries = createDeliveries(souk)
  return {
    deliver: async () => deliveries.make(await takeEvents(souk)),
    deliverAgain: async () => undefined,
    delivered: deliveries.count,
  }
}

/** Each event three times, once under another name, and in any order. */
export function shuffledBag(souk: Souk, dice: Dice): Bag {
  const deliveries = createDeliveries(souk)
  const renamed = (event: Event) => ({ ...event, id: newId('sbevt', souk.clock.now()) })
  const seen: Event[] = []
  let waiting: Event[] = []
  return {
    deliver: async (manner) => {
      const fresh = await takeEvents(souk)
      seen.push(...fresh)
      waiting.push(...fresh.flatMap((event) => [event, event, renamed(event)]))
      const [going, staying] = manner === 'all' ? [waiting, []] : parted(waiting, dice)
      waiting = staying
      await deliveries.make(shuffled(going, dice))
    },
    deliverAgain: () => deliveries.make(shuffled(seen, dice).map(renamed)),
    delivered: deliveries.count,
  }
}

/** As the processor makes them: signed, one by one. */
function createDeliveries({ context, clock }: Souk) {
  let made = 0
  return {
    count: () => made,
    make: async (events: readonly Event[]): Promise<void> => {
      for (const event of events) {
        const { rawBody, headers } = signedDelivery(context.vault, event, clock.now())
        await receiveEvents(context, rawBody, headers)
        made += 1
      }
    },
  }
}

function parted(events: readonly Event[], dice: Dice): [Event[], Event[]] {
  const marked = events.map((event) => ({ event, goes: dice.chance(40) }))
  const those = (going: boolean) => marked.filter(({ goes }) => goes === going).map(({ event }) => event)
  return [those(true), those(false)]
}

export function shuffled<T>(things: readonly T[], dice: Dice): T[] {
  const mixed = [...things]
  for (const [place, thing] of things.entries()) {
    const other = dice.roll(place + 1)
    mixed[place] = mixed[other] ?? thing
    mixed[other] = thing
  }
  return mixed
}

/** What the processor has to say since the last time; from here on it is up to us when it arrives. */
async function takeEvents({ context }: Souk): Promise<Event[]> {
  const { rows } = await sql<Event>`
    update sandbox_events set state = 'delivered' where state = 'queued'
    returning id, type, about`.execute(context.database)
  return rows.toSorted((left, right) => (left.id < right.id ? -1 : 1))
}
