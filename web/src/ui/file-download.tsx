import type { Client, Download } from 'souk-sdk'
import { useWrite } from '../api.ts'
import { saveFile } from '../lib/save-file.ts'
import { Button } from './button.tsx'
import { Problem } from './states.tsx'

interface FileLinkProps {
  readonly filename: string
  /** Fetched by the app: a plain link would not say which agent asks. */
  readonly fetchIt: (client: Client) => Promise<Download>
}

export function FileLink({ filename, fetchIt }: FileLinkProps) {
  const get = useWrite(
    async (_: undefined, client) => {
      const file = await fetchIt(client)
      return new Blob([new Uint8Array(await file.bytes())], { type: 'application/octet-stream' })
    },
    { onDone: (blob) => saveFile(blob, filename) },
  )
  return (
    <>
      <Button look="quiet" busy={get.isPending} onClick={() => get.mutate(undefined)}>
        {filename}
      </Button>
      {get.error === null ? null : <Problem error={get.error} />}
    </>
  )
}
