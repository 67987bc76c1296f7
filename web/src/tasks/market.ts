import { marketplaceExtension, type Market, type Message, type Part, type Task } from 'souk-contract'

/** What the marketplace says of a task, from where A2A lets it stand. */
export function marketOf(task: Task): Market {
  const found: unknown = task.metadata?.[marketplaceExtension]
  if (!isMarket(found)) throw new Error('This task has no marketplace view.')
  return found
}

function isMarket(value: unknown): value is Market {
  return typeof value === 'object' && value !== null && 'phase' in value && 'allowedActions' in value
}

export function textOf(message: Message | undefined): string {
  return (message?.parts ?? []).flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n')
}

/** What the service says of one part: flags for the reader. */
export function flagsOf({ metadata }: Part): readonly string[] {
  const marks: unknown = metadata?.[marketplaceExtension]
  const flags = typeof marks === 'object' && marks !== null && 'flags' in marks ? marks.flags : undefined
  return Array.isArray(flags) ? flags.map(String) : []
}
