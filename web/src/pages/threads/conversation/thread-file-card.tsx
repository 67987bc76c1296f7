import type { ThreadFile } from 'souk-contract'
import type { CallOptions, Client } from 'souk-sdk'
import { useRead } from '../../../api.ts'
import { FileFrame } from '../../../files/file-card.tsx'
import { fileKindOf } from '../../../files/file-kind.ts'
import { FilePreview } from '../../../files/file-preview.tsx'
import type { Operation } from '../../../identity/operations.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'

const threadFileBytes: Operation<
  (input: { threadId: string; fileId: string }, options?: CallOptions) => Promise<Uint8Array<ArrayBuffer>>
> = {
  group: 'files',
  name: 'threadFileBytes',
  of: (client: Client) => async (input, options) =>
    new Uint8Array(await (await client.threads.getThreadFile(input, options)).bytes()),
}

const previewBytesMax = 2_000_000

/** A file of a message: preview of small ones, name, size and download. */
export function ThreadFileCard({ threadId, file }: { threadId: string; file: ThreadFile }) {
  const kind = fileKindOf(file.filename, file.mediaType)
  const previews = kind !== 'other' && file.size <= previewBytesMax
  const { data, error, refetch, isFetching } = useRead(
    threadFileBytes,
    { threadId, fileId: file.id },
    { enabled: previews },
  )
  const download = async () => {
    const bytes = data ?? (await refetch()).data
    if (bytes !== undefined) saveFile(new Blob([bytes], { type: 'application/octet-stream' }), file.filename)
  }
  return (
    <FileFrame name={file.filename} size={file.size} busy={isFetching} onDownload={() => void download()}>
      {error === null ? null : <ErrorMessage error={error} />}
      {data === undefined || !previews ? null : (
        <FilePreview kind={kind} name={file.filename} mediaType={file.mediaType} bytes={data} />
      )}
    </FileFrame>
  )
}
