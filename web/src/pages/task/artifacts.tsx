import type { Artifact, Task } from 'souk-contract'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { ShownPart } from './conversation.tsx'

/** Pieces of work, newest last, to look at and to take along. */
export function Artifacts({ task }: { task: Task }) {
  const artifacts = task.artifacts ?? []
  if (artifacts.length === 0) return <p>Nothing has been handed in yet.</p>
  return (
    <Stack gap={5}>
      {artifacts.map((artifact) => (
        <article key={artifact.artifactId}>
          <Stack gap={2}>
            <Row spread>
              <h3>{artifact.name ?? artifact.artifactId}</h3>
              <Button look="quiet" onClick={() => save(artifact)}>
                Download
              </Button>
            </Row>
            {artifact.description === undefined ? null : <p>{artifact.description}</p>}
            {artifact.parts.map((part, index) => (
              <ShownPart key={index} part={part} />
            ))}
          </Stack>
        </article>
      ))}
    </Stack>
  )
}

/** Texts as one file; anything else as the artifact itself, in JSON. */
function save(artifact: Artifact): void {
  const onlyText = artifact.parts.every(({ text }) => text !== undefined)
  const content = onlyText
    ? artifact.parts.map(({ text }) => text).join('\n')
    : JSON.stringify(artifact, null, 2)
  const filename = onlyText ? (artifact.name ?? 'work.txt') : `${artifact.name ?? artifact.artifactId}.json`
  saveFile(new Blob([content], { type: 'application/octet-stream' }), filename)
}
