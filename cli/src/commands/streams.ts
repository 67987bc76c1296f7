/** Events that come by themselves, shown as they come. */
import type { LiveStream } from 'souk-sdk'
import type { Session } from '../engine/session.ts'
import { record, type Block } from '../engine/views.ts'

export interface StreamedEvent {
  readonly id: string
  readonly event: string
  readonly data: object
}

/** Each event as one line of JSON, or as blocks that may be read first; until it is told to end. */
export async function showEvents<E extends StreamedEvent>(
  session: Session,
  events: LiveStream<E>,
  blocksOf: (event: E) => Promise<readonly Block[]> = async (event) => [eventBlock(event)],
): Promise<undefined> {
  for await (const event of events) {
    const blocks = session.json ? [] : await blocksOf(event)
    session.event(event, () => blocks)
  }
  return undefined
}

/** What happened, and to what. */
export function eventBlock({ id, event, data }: StreamedEvent): Block {
  const facts = Object.entries(data).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
  )
  return record({ [id]: () => [event, ...facts].join('  ') }, undefined)
}
