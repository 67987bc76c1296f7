/** Replaces the parts of a stub by a link to its full content. Pure. */
import { marketplaceExtension, type Artifact, type Message, type Part } from 'souk-contract'
import type { ShownArtifact, ShownMessage } from '../store/content-queries.ts'

interface Linking {
  readonly origin: string
  readonly taskId: string
  readonly providerId: string
}

export function linkedMessage(message: ShownMessage, to: Linking): Message {
  if ('parts' in message) return message
  const { seq, bytes, ...rest } = message
  return { ...rest, parts: [linkTo(to, `messages/${seq}`, bytes)] }
}

export function linkedArtifact(artifact: ShownArtifact, to: Linking): Artifact {
  if ('parts' in artifact) return artifact
  const { bytes, ...rest } = artifact
  return { ...rest, parts: [linkTo(to, `artifacts/${artifact.artifactId}`, bytes)] }
}

/** The link needs the token of a party. */
function linkTo({ origin, taskId, providerId }: Linking, path: string, bytes: number): Part {
  return {
    url: `${origin}/api/a2a/v1/agents/${providerId}/tasks/${taskId}/${path}`,
    mediaType: 'application/json',
    metadata: { [marketplaceExtension]: { omitted: { bytes } } },
  }
}
