/** The only writer of the outbox: what a transaction has to tell goes in with it, in one statement before the commit. */
import type { Kysely } from 'kysely'
import type { SoukEvent } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import { newId, type Id } from '../lib/ids.ts'

/** Something to be told to an agent. */
export type Told = SoukEvent & {
  readonly agentId: Id<'agt'>
  /** The id of what it is about. */
  readonly subject?: string
}

/** Collects while a transaction runs. */
export interface Telling {
  /** Wakes those who wait for a topic, on every node, once the change can be seen. */
  announce(topic: string): void
  /** Leaves an event; the same event twice in one transaction is one. */
  tell(event: Told): void
}

export class Outbox implements Telling {
  readonly topics = new Set<string>()
  readonly #events = new Map<string, Told>()

  readonly announce = (topic: string): void => {
    this.topics.add(topic)
  }

  readonly tell = (event: Told): void => {
    this.topics.add(`agent:${event.agentId}`)
    this.#events.set(JSON.stringify([event.agentId, event.kind, event.subject, event.data]), event)
  }

  /** Writes it all down; what only wakes goes into one row, and each event into its own. */
  async write(transaction: Kysely<Schema>, now: Date): Promise<void> {
    const events = [...this.#events.values()]
    if (events.length === 0 && this.topics.size === 0) return
    const [first, ...rest] = events.map((event) => rowOf(event, now))
    const topics = [...this.topics]
    const rows = first === undefined ? [wakeRow(topics, now)] : [{ ...first, topics }, ...rest]
    await transaction.insertInto('outbox').values(rows).execute()
  }
}

function rowOf({ agentId, kind, subject, data }: Told, now: Date) {
  return {
    id: newId('evt', now),
    at: now,
    agent_id: agentId,
    kind,
    subject: subject ?? null,
    data: JSON.stringify(data),
    topics: new Array<string>(),
  }
}

function wakeRow(topics: string[], now: Date) {
  return { id: newId('evt', now), at: now, agent_id: null, kind: null, subject: null, data: null, topics }
}
