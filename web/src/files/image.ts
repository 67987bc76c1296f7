/** Images of messages and deliveries: where their bytes come from, and which of them form one grid. */
import { useMemo } from 'react'
import type { CallOptions, Client } from 'souk-sdk'
import { api, useRead } from '../api.ts'
import type { Operation } from '../identity/operations.ts'
import { saveFile } from '../lib/save-file.ts'
import { useObjectUrl } from './use-object-url.ts'

export interface Image {
  readonly name: string
  readonly mediaType: string
  /** Of the task, of a thread, or inside the message as Base64. */
  readonly source: { readonly fileId: string; readonly threadId?: string } | { readonly raw: string }
}

type Bytes = Uint8Array<ArrayBuffer>

const imageBytes: Operation<
  (input: { fileId: string; threadId?: string }, options?: CallOptions) => Promise<Bytes>
> = {
  group: 'files',
  name: 'imageBytes',
  of:
    (client: Client) =>
    async ({ fileId, threadId }, options) => {
      const content =
        threadId === undefined
          ? client.files.getFileContent({ fileId }, options)
          : client.threads.getThreadFile({ threadId, fileId }, options)
      return new Uint8Array(await (await content).bytes())
    },
}

/** Larger images are loaded when a person opens them. */
const previewBytesMax = 10_000_000

/** Loads an image; `wanted` also loads a large one. */
export function useImage({ source, mediaType }: Image, wanted: boolean) {
  const isInline = 'raw' in source
  const file = isInline ? { fileId: '' } : source
  const raw = isInline ? source.raw : undefined
  const isOfTask = !isInline && source.threadId === undefined
  const details = useRead(api.files.getFile, { fileId: file.fileId }, { enabled: isOfTask })
  const fits = !isOfTask || (details.data !== undefined && details.data.file.size <= previewBytesMax)
  const loaded = useRead(imageBytes, file, { enabled: !isInline && (fits || wanted) })
  const inline = useMemo(() => (raw === undefined ? undefined : decode(raw)), [raw])
  const bytes = inline ?? loaded.data
  return {
    url: useObjectUrl(bytes, mediaType),
    size: bytes?.length ?? details.data?.file.size,
    error: details.error ?? loaded.error,
    isLarge: !fits && details.data !== undefined,
  }
}

export async function downloadImage(client: Client, { name, source }: Image): Promise<void> {
  const bytes = 'raw' in source ? decode(source.raw) : await imageBytes.of(client)(source)
  saveFile(new Blob([bytes], { type: 'application/octet-stream' }), name)
}

function decode(raw: string): Bytes {
  return Uint8Array.from(atob(raw), (character) => character.charCodeAt(0))
}

type Group<Item> =
  | { readonly kind: 'images'; readonly images: readonly Image[] }
  | { readonly kind: 'item'; readonly item: Item }

/** Joins images that follow each other. */
export function groupImages<Item>(
  items: readonly Item[],
  imageOf: (item: Item) => Image | undefined,
): readonly Group<Item>[] {
  const groups: Group<Item>[] = []
  for (const item of items) {
    const image = imageOf(item)
    const last = groups.at(-1)
    if (image === undefined) groups.push({ kind: 'item', item })
    else if (last?.kind === 'images')
      groups.splice(-1, 1, { kind: 'images', images: [...last.images, image] })
    else groups.push({ kind: 'images', images: [image] })
  }
  return groups
}
