/** The only writer of the outbox: what a transaction has to tell goes in with it, in one statement before the commit. */
import type { Kysely } from 'kysely'
import { recordAuthorityChanges } from '../authority/changes.ts'
import type { SoukEvent } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import { newId, type Id } from '../lib/ids.ts'

/** Something to be told to an agent. */
export type AgentEvent = SoukEvent & {
  readonly agentId: Id<'agt'>
  /** The id of what it is about. */
  readonly subject?: string
}

/** Collects while a transaction runs. */
export interface OutboxWriter {
  /** Wakes those who wait for a topic, on every node, once the change can be seen. */
  publish(topic: string): void
  /** Leaves an event; the same event twice in one transaction is one. */
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

  /** What only wakes goes into one row, and each event into its own. */
  rows(now: Date) {
    const events = [...this.#events.values()]
    const topics = [...this.topics]
    if (events.length === 0 && topics.length === 0) return []
    const [first, ...rest] = events.map((event) => eventRow(event, now))
    return first === undefined ? [topicsRow(topics, now)] : [{ ...first, topics }, ...rest]
  }

  async write(transaction: Kysely<Schema>, now: Date): Promise<void> {
    const rows = this.rows(now)
    if (rows.length > 0) await transaction.insertInto('outbox').values(rows).execute()
    await recordAuthorityChanges(transaction, this.topics, now)
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
