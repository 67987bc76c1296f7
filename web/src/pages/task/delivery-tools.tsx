import { Download, GitCompare } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Artifact } from 'souk-contract'
import { useWrite } from '../../api.ts'
import { saveFile } from '../../lib/save-file.ts'
import { say } from '../../messages/en/timeline.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Row } from '../../ui/page/layout.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { bytesOf, itemsOf } from './timeline/part-files.ts'

const CompareDeliveries = lazy(async () => ({
  default: (await import('./compare-deliveries.tsx')).CompareDeliveries,
}))

interface DeliveryToolsProps {
  readonly delivery: {
    readonly number: number
    readonly artifacts: readonly Artifact[]
    readonly previous: readonly Artifact[] | undefined
  }
}

/** Downloads all files of a delivery, and compares it with the one before. */
export function DeliveryTools({ delivery: { number, artifacts, previous } }: DeliveryToolsProps) {
  const [compares, setCompares] = useState(false)
  const download = useDownloadAll(number, artifacts)
  const hasSeveral = itemsOf(artifacts).length > 1
  if (!hasSeveral && previous === undefined) return null
  return (
    <>
      <Row>
        {hasSeveral ? (
          <Button size="small" busy={download.isPending} onClick={() => download.mutate(undefined)}>
            <Download size={14} strokeWidth={1.75} aria-hidden="true" />
            {say('downloadAll')}
          </Button>
        ) : null}
        {previous === undefined ? null : (
          <Button size="small" aria-expanded={compares} onClick={() => setCompares(!compares)}>
            <GitCompare size={14} strokeWidth={1.75} aria-hidden="true" />
            {say('compareWith', { number: number - 1 })}
          </Button>
        )}
      </Row>
      {download.error === null ? null : <ErrorMessage error={download.error} />}
      {compares && previous !== undefined ? (
        <Suspense fallback={<Skeleton lines={2} />}>
          <CompareDeliveries before={previous} after={artifacts} />
        </Suspense>
      ) : null}
    </>
  )
}

/** All files as one archive, one after the other, so that only one request runs at a time. */
function useDownloadAll(number: number, artifacts: readonly Artifact[]) {
  return useWrite(
    async (_: undefined, client) => {
      const files: { name: string; bytes: Uint8Array }[] = []
      for (const { name, text, part } of itemsOf(artifacts)) {
        const bytes = part === undefined ? new TextEncoder().encode(text) : await bytesOf(part, client)
        files.push({ name, bytes })
      }
      return (await import('../../lib/zip.ts')).zip(files)
    },
    { onDone: (archive) => saveFile(archive, `${say('delivery', { number })}.zip`) },
  )
}
