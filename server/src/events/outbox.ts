/** The only writer of the outbox: events of a transaction are inserted in one statement before its commit. */
import type { Kysely } from 'kysely'
import type { SoukEvent } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import { newId, type Id } from '../lib/ids.ts'
import { insertOutboxRows } from './outbox-queries.ts'

/** An event addressed to an agent. */
export type AgentEvent = SoukEvent & {
  readonly agentId: Id<'agt'>
  /** Id of the object it is about. */
  readonly subject?: string
}

/** Collects events and topics while a transaction runs. */
export interface OutboxWriter {
  /** Wakes subscribers of a topic on every node after the commit. */
  publish(topic: string): void
  /** Adds an event. Duplicates within a transaction are merged. */
  emit(event: AgentEvent): void
}

export class Outbox implements OutboxWriter {
  readonly topics = new Set<string>()
  readonly #events = new Map<string, AgentEvent>()

  readonly publish = (topic: string): void => {
    this.topics.add(topic)
  }

  readonly emit = (event: AgentEvent): void => {
    this.topics.add(`agent:${event.agentId}`)
    this.#events.set(JSON.stringify([event.agentId, event.kind, event.subject, event.data]), event)
  }

  /** One row per event. Topics are stored on the first row, or on a separate row without an event. */
  rows(now: Date) {
    const events = [...this.#events.values()]
    const topics = [...this.topics]
    if (events.length === 0 && topics.length === 0) return []
    const [first, ...rest] = events.map((event) => eventRow(event, now))
    return first === undefined ? [topicsRow(topics, now)] : [{ ...first, topics }, ...rest]
  }

  async write(transaction: Kysely<Schema>, now: Date): Promise<void> {
    const rows = this.rows(now)
    if (rows.length > 0) await insertOutboxRows(transaction, rows)
  }
}

function eventRow({ agentId, kind, subject, data }: AgentEvent, now: Date) {
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

function topicsRow(topics: string[], now: Date) {
  return { id: newId('evt', now), at: now, agent_id: null, kind: null, subject: null, data: null, topics }
}
