import type { Artifact, Part } from 'souk-contract'
import { flagsOf, originOf } from '../../../tasks/market.ts'

/**
 * Joins the chunks of an artifact: text that was appended continues the text before it, even in the middle of a word or a table. Texts
 * that arrived together are separate, and a chunk with a warning stands apart.
 */
export function joinChunks(artifact: Artifact): Artifact {
  const parts: Part[] = []
  for (const part of artifact.parts) {
    const before = parts.at(-1)
    const joined = before === undefined ? undefined : joinParts(before, part)
    if (joined === undefined) parts.push(part)
    else parts.splice(-1, 1, joined)
  }
  return { ...artifact, parts }
}

/** The joined part has the origin of its last chunk. */
function joinParts(before: Part, part: Part): Part | undefined {
  if (before.text === undefined || part.text === undefined) return undefined
  const arrivedTogether = originOf(before)?.at === originOf(part)?.at
  const hasWarning = flagsOf(before).length + flagsOf(part).length > 0
  return arrivedTogether || hasWarning ? undefined : { ...part, text: before.text + part.text }
}
