/** Prints the events of a stream as they arrive. */
import type { LiveStream } from 'souk-sdk'
import type { CommandContext } from '../../engine/context.ts'
import { record, type Block } from '../../terminal/views.ts'
import { actionLabel, phaseLabel, reasonLabel } from '../tasks/labels.ts'

export interface StreamedEvent {
  readonly id: string
  readonly event: string
  readonly data: object
}

/** Prints each event as one line of JSON or as blocks, until the stream ends or Ctrl-C. */
export async function printEvents<E extends StreamedEvent>(
  context: CommandContext,
  events: LiveStream<E>,
  blocksOf: (event: E) => Promise<readonly Block[]> = async (event) => [eventBlock(event)],
): Promise<undefined> {
  for await (const event of events) {
    const blocks = context.json ? [] : await blocksOf(event)
    context.event(event, () => blocks)
  }
  return undefined
}

/** One line with the kind of the event and its data. */
export function eventBlock({ id, event, data }: StreamedEvent): Block {
  const details = Object.entries(data).map(
    ([name, value]) =>
      `${name} ${typeof value === 'object' ? JSON.stringify(value) : formatField(name, String(value))}`,
  )
  return record({ [id]: () => [event, ...details].join('  ') }, undefined)
}

/** Labels for task fields in events. */
const fieldLabels: Readonly<Record<string, (value: string) => string>> = {
  phase: phaseLabel,
  reason: reasonLabel,
  action: actionLabel,
}

function formatField(name: string, value: string): string {
  return fieldLabels[name]?.(value) ?? value
}
