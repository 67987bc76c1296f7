import type { Artifact } from 'souk-contract'
import type { CallOptions, Client } from 'souk-sdk'
import { useRead } from '../../api.ts'
import { fileIdIn, fileKindOf } from '../../files/file-kind.ts'
import type { Operation } from '../../identity/operations.ts'
import { diffLines } from '../../lib/diff-lines.ts'
import { say } from '../../messages/en/timeline.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { QueryContent } from '../../ui/page/query-content.tsx'
import classes from './compare-deliveries.module.css'
import { bytesOf, itemsOf, pairItems, type Item, type Pair } from './timeline/part-files.ts'

interface CompareDeliveriesProps {
  readonly before: readonly Artifact[]
  readonly after: readonly Artifact[]
}

/** The files of two deliveries: which are new, changed or gone, and the changed lines of texts. */
export function CompareDeliveries({ before, after }: CompareDeliveriesProps) {
  return (
    <ul className={classes.files} aria-label={say('changedFiles')}>
      {pairItems(itemsOf(before), itemsOf(after)).map((pair) => (
        <li key={pair.name}>
          <Comparison pair={pair} />
        </li>
      ))}
    </ul>
  )
}

function Comparison({ pair: { name, before, after } }: { pair: Pair }) {
  if (before === undefined) return <FileState name={name} tone="good" state={say('fileNew')} />
  if (after === undefined) return <FileState name={name} tone="bad" state={say('fileGone')} />
  return <Changes name={name} before={before} after={after} />
}

type Both = { readonly before: Item; readonly after: Item }

function Changes({ name, before, after }: Both & { readonly name: string }) {
  const query = useRead(bothContents, { before, after })
  return (
    <QueryContent query={query} lines={1}>
      {({ isSame, texts }) => (
        <>
          <FileState
            name={name}
            {...(isSame ? { state: say('fileUnchanged') } : { state: say('fileChanged'), tone: 'iris' })}
          />
          {isSame || texts === undefined ? null : <Lines before={texts.before} after={texts.after} />}
        </>
      )}
    </QueryContent>
  )
}

interface FileStateProps {
  readonly name: string
  readonly state: string
  readonly tone?: 'plain' | 'good' | 'bad' | 'iris'
}

function FileState({ name, state, tone = 'plain' }: FileStateProps) {
  return (
    <p className={classes.file}>
      <span dir="auto">{name}</span>
      <Badge tone={tone}>{state}</Badge>
    </p>
  )
}

function Lines({ before, after }: { before: string; after: string }) {
  const lines = diffLines(before, after)
  if (lines === undefined) return <p className={classes.long}>{say('tooLongToCompare')}</p>
  return (
    <div className={classes.lines} tabIndex={0} role="region" aria-label={say('changedLines')}>
      {lines.map((line, index) =>
        line.kind === 'gap' ? (
          <span key={index} className={classes.gap}>
            {say('unchangedLines', { count: line.count })}
          </span>
        ) : line.kind === 'same' ? (
          <span key={index} dir="auto">
            {line.text}
          </span>
        ) : line.kind === 'added' ? (
          <ins key={index} dir="auto">
            {line.text}
          </ins>
        ) : (
          <del key={index} dir="auto">
            {line.text}
          </del>
        ),
      )}
    </div>
  )
}

interface Contents {
  readonly isSame: boolean
  readonly texts: { readonly before: string; readonly after: string } | undefined
}

/** Both sides of a file. What is no text, or too large, is compared by its checksum. */
const bothContents: Operation<(input: Both, options?: CallOptions) => Promise<Contents>> = {
  group: 'files',
  name: 'bothContents',
  of: (client: Client) => async (input) => {
    const [before, after] = await Promise.all([
      contentOf(input.before, client),
      contentOf(input.after, client),
    ])
    return {
      isSame: before.digest === after.digest,
      texts:
        before.text === undefined || after.text === undefined
          ? undefined
          : { before: before.text, after: after.text },
    }
  },
}

const textBytesMax = 500_000

async function contentOf({ name, mediaType, text, part }: Item, client: Client) {
  if (part === undefined) return { digest: text, text }
  const fileId = part.url === undefined ? undefined : fileIdIn(part.url, location.origin)
  const file = fileId === undefined ? undefined : (await client.files.getFile({ fileId })).file
  const kind = fileKindOf(name, file?.mediaType ?? mediaType)
  const isText = ['markdown', 'text', 'csv', 'code'].includes(kind) && (file?.size ?? 0) <= textBytesMax
  if (!isText) return { digest: file?.sha256 ?? part.raw, text: undefined }
  const decoded = new TextDecoder().decode(await bytesOf(part, client))
  return { digest: decoded, text: decoded }
}
