import type { Artifact, Task } from 'souk-contract'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { PartView } from './conversation.tsx'

/** Artifacts of the task, newest last, with downloads. */
export function Artifacts({ task }: { task: Task }) {
  const artifacts = task.artifacts ?? []
  if (artifacts.length === 0) return <p>No deliverables yet.</p>
  return (
    <Stack gap={5}>
      {artifacts.map((artifact) => (
        <article key={artifact.artifactId}>
          <Stack gap={2}>
            <Row spread>
              <h3>{artifact.name ?? artifact.artifactId}</h3>
              <Button variant="quiet" onClick={() => download(artifact)}>
                Download
              </Button>
            </Row>
            {artifact.description === undefined ? null : <p>{artifact.description}</p>}
            {artifact.parts.map((part, index) => (
              <PartView key={index} part={part} />
            ))}
          </Stack>
        </article>
      ))}
    </Stack>
  )
}

/** Downloads a text artifact as one file, and any other artifact as JSON. */
function download(artifact: Artifact): void {
  const onlyText = artifact.parts.every(({ text }) => text !== undefined)
  const content = onlyText
    ? artifact.parts.map(({ text }) => text).join('\n')
    : JSON.stringify(artifact, null, 2)
  const filename = onlyText
    ? (artifact.name ?? 'delivery.txt')
    : `${artifact.name ?? artifact.artifactId}.json`
  saveFile(new Blob([content], { type: 'application/octet-stream' }), filename)
}
