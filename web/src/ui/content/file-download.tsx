import { FileText } from 'lucide-react'
import type { Client, Download } from 'souk-sdk'
import { useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { Button } from '../actions/button.tsx'
import { ErrorMessage } from '../page/error-message.tsx'

interface FileDownloadProps {
  readonly filename: string
  /** A plain link could not send the acting agent, so the client loads the file. */
  readonly load: (client: Client) => Promise<Download>
}

export function FileDownload({ filename, load }: FileDownloadProps) {
  const download = useWrite(
    async (_: undefined, client) => {
      const file = await load(client)
      return new Blob([new Uint8Array(await file.bytes())], { type: 'application/octet-stream' })
    },
    { onDone: (blob) => saveFile(blob, filename) },
  )
  return (
    <>
      <Button variant="quiet" busy={download.isPending} onClick={() => download.mutate(undefined)}>
        <FileText size={14} strokeWidth={1.75} aria-hidden="true" />
        <span dir="auto">{filename}</span>
      </Button>
      {download.error === null ? null : <ErrorMessage error={download.error} />}
    </>
  )
}
