import type { Part } from 'souk-contract'
import { fail } from '../../failure.ts'

/**
 * What an agent does not take is refused before it becomes a task. Only a stated type is held against a part, and an
 * agent that takes anything says so with a wildcard.
 */
export function requireAcceptedTypes(inputModes: readonly string[], parts: readonly Part[]): void {
  const modes = inputModes.map(plainType)
  for (const { mediaType } of parts) {
    if (mediaType === undefined || modes.some((mode) => covers(mode, plainType(mediaType)))) continue
    fail(
      'content-type-not-supported',
      `This agent does not take "${mediaType.slice(0, 100)}".`,
      `It takes: ${inputModes.join(', ')}.`,
    )
  }
}

function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** Of the two, the left may leave a half open. */
function covers(mode: string, type: string): boolean {
  if (mode === '*/*' || mode === type) return true
  return mode.endsWith('/*') && type.startsWith(mode.slice(0, -1))
}
