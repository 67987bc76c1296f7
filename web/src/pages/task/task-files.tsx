import { Download } from 'lucide-react'
import type { Part, Task } from 'souk-contract'
import { useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/tasks.ts'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { entriesOf, type Entry } from './timeline/entries.ts'
import { bytesOf, isFile } from './timeline/part-files.ts'
import classes from './task.module.css'

interface TaskFile {
  readonly key: string
  readonly name: string
  /** Where the file stands in the timeline. */
  readonly origin: string
  readonly part: Part
}

/** All files of the messages and deliveries, newest first. */
export function TaskFiles({ task }: { task: Task }) {
  const files = entriesOf(task).toReversed().flatMap(filesOf)
  if (files.length === 0) return null
  return (
    <Panel title={say('allFiles', { count: files.length })}>
      <ul className={classes.files}>
        {files.map((file) => (
          <FileLine key={file.key} file={file} />
        ))}
      </ul>
    </Panel>
  )
}

function FileLine({ file: { name, origin, part } }: { file: TaskFile }) {
  const download = useWrite(
    async (_: undefined, client) =>
      new Blob([await bytesOf(part, client)], { type: 'application/octet-stream' }),
    { onDone: (blob) => saveFile(blob, name) },
  )
  return (
    <li>
      <button
        type="button"
        dir="auto"
        title={say('downloadFile', { name })}
        aria-busy={download.isPending}
        onClick={() => download.mutate(undefined)}
      >
        <Download size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>{name}</span>
      </button>
      <small>{origin}</small>
      {download.error === null ? null : <ErrorMessage error={download.error} />}
    </li>
  )
}

function filesOf(entry: Entry): readonly TaskFile[] {
  if (entry.kind === 'event' || entry.kind === 'money') return []
  const origin =
    entry.kind === 'delivery'
      ? say('deliveryNumber', { number: entry.number })
      : entry.kind === 'message'
        ? say('message')
        : say('workSoFar')
  const artifacts = entry.kind === 'message' ? [] : entry.artifacts
  const message = entry.kind === 'submission' ? undefined : entry.message
  return [...artifacts.flatMap(({ parts }) => parts), ...(message?.parts ?? [])]
    .filter(isFile)
    .map((part, index): TaskFile => ({
      key: `${entry.key} ${index}`,
      name: part.filename ?? say('file'),
      origin,
      part,
    }))
}
