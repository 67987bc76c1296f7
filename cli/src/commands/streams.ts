/** Events that come by themselves, shown as they come. */
import type { LiveStream } from 'souk-sdk'
import type { Session } from '../engine/session.ts'
import { record, type Block } from '../engine/views.ts'
import { sayAction, sayPhase, sayReason } from './task-words.ts'

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
    ([name, value]) =>
      `${name} ${typeof value === 'object' ? JSON.stringify(value) : factOf(name, String(value))}`,
  )
  return record({ [id]: () => [event, ...facts].join('  ') }, undefined)
}

/** Facts about tasks have words of their own. */
const wordsOfFact: Readonly<Record<string, (word: string) => string>> = {
  phase: sayPhase,
  reason: sayReason,
  action: sayAction,
}

function factOf(name: string, value: string): string {
  return wordsOfFact[name]?.(value) ?? value
}
