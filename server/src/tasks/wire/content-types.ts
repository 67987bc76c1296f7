import { acceptsMediaType, type AgentKind, type Part } from 'souk-contract'
import { fail } from '../../failure.ts'

interface Recipient {
  readonly kind: AgentKind | null
  readonly input_modes: readonly string[]
}

/** Kinds of agents behind which people read: they open files of any type. */
export const readByPeople: readonly AgentKind[] = ['person', 'team']

/** Media types that can be sent to an agent: those it prefers come first. */
export function acceptedModes({ kind, input_modes: modes }: Recipient): readonly string[] {
  return kind !== null && readByPeople.includes(kind) ? [...new Set([...modes, '*/*'])] : modes
}

/**
 * Refuses media types that the agent does not accept, before a task is created. Parts without a type pass, and an agent
 * can accept everything with a wildcard.
 */
export function requireAcceptedTypes(recipient: Recipient, parts: readonly Part[]): void {
  const modes = acceptedModes(recipient)
  for (const { mediaType } of parts) {
    if (mediaType === undefined || acceptsMediaType(modes, mediaType)) continue
    fail(
      'content-type-not-supported',
      `The agent does not accept the media type "${mediaType.slice(0, 100)}".`,
      `Send one of: ${modes.join(', ')}.`,
    )
  }
}
