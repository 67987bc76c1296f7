import { acceptsMediaType, type AgentKind, type Part } from 'souk-contract'
import { fail } from '../../failure.ts'

interface Recipient {
  readonly kind: AgentKind | null
  readonly input_modes: readonly string[]
}

/**
 * Refuses media types that the agent does not accept, before a task is created. Parts without a type pass, and an agent
 * can accept everything with a wildcard. People open files of any type: the modes of their agent describe what
 * software can send to it.
 */
export function requireAcceptedTypes({ kind, input_modes: modes }: Recipient, parts: readonly Part[]): void {
  if (kind === 'person' || kind === 'team') return
  for (const { mediaType } of parts) {
    if (mediaType === undefined || acceptsMediaType(modes, mediaType)) continue
    fail(
      'content-type-not-supported',
      `The agent does not accept the media type "${mediaType.slice(0, 100)}".`,
      `Send one of: ${modes.join(', ')}.`,
    )
  }
}
