import type { Part } from 'souk-contract'
import { fail } from '../../failure.ts'

/**
 * Refuses media types that the agent does not accept, before a task is created. Parts without a type pass, and an agent
 * can accept everything with a wildcard.
 */
export function requireAcceptedTypes(inputModes: readonly string[], parts: readonly Part[]): void {
  const modes = inputModes.map(plainType)
  for (const { mediaType } of parts) {
    if (mediaType === undefined || modes.some((mode) => covers(mode, plainType(mediaType)))) continue
    fail(
      'content-type-not-supported',
      `The agent does not accept the media type "${mediaType.slice(0, 100)}".`,
      `Send one of: ${inputModes.join(', ')}.`,
    )
  }
}

function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** Whether `mode`, which can be a wildcard, includes the type. */
function covers(mode: string, type: string): boolean {
  if (mode === '*/*' || mode === type) return true
  return mode.endsWith('/*') && type.startsWith(mode.slice(0, -1))
}
