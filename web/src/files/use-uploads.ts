import { useCallback, useEffect, useRef, useState } from 'react'
import { isSoukError } from 'souk-sdk'
import { useScope } from '../identity/scope-context.tsx'
import type { Scope } from '../identity/scope.ts'
import { errorLine } from '../messages/error-text.ts'
import { say } from '../messages/en/files.ts'

/** A completed upload, as a draft keeps it. */
export interface AttachedFile {
  readonly id: string
  readonly url: string
  readonly filename: string
  readonly mediaType: string
  readonly size: number
}

interface UploadBase {
  readonly key: string
  readonly filename: string
  readonly size: number
}

export type Upload =
  | (UploadBase & { readonly state: 'uploading'; readonly stored: number })
  | (UploadBase & { readonly state: 'failed'; readonly problem: string })
  | (UploadBase & { readonly state: 'ready'; readonly file: AttachedFile })

/** The local file of an upload; `fileId` continues it after a failure. */
interface Source {
  readonly local: File
  readonly controller: AbortController
  fileId?: string
}

const uploadsMax = 20

/** Uploads files in parts, several at a time; each can be canceled and retried. */
export function useUploads(initial: readonly AttachedFile[] = []) {
  const scope = useScope()
  const sources = useRef(new Map<string, Source>())
  const [uploads, setUploads] = useState<readonly Upload[]>(() => initial.map(attached))
  const replace = useCallback(
    (upload: Upload) =>
      setUploads((before) => before.map((other) => (other.key === upload.key ? upload : other))),
    [],
  )
  useEffect(() => {
    const running = sources.current
    return () => {
      for (const { controller } of running.values()) controller.abort()
    }
  }, [])
  const start = (key: string, local: File, fileId?: string) => {
    const source: Source = {
      local,
      controller: new AbortController(),
      ...(fileId === undefined ? {} : { fileId }),
    }
    sources.current.set(key, source)
    void send(scope, { key, source }, replace)
  }
  const add = (files: readonly File[]) => {
    const added = files
      .slice(0, uploadsMax - uploads.length)
      .map((local) => ({ key: crypto.randomUUID(), local }))
    setUploads((before) => [...before, ...added.map(({ key, local }) => uploading(key, local))])
    for (const { key, local } of added) start(key, local)
  }
  return {
    uploads,
    add,
    /** Cancels an upload or removes a completed one. An unused file is deleted to free its quota. */
    remove: (upload: Upload) => {
      const source = sources.current.get(upload.key)
      source?.controller.abort()
      const fileId = upload.state === 'ready' ? upload.file.id : source?.fileId
      if (fileId !== undefined) void scope.client.files.deleteFile({ fileId }).catch(() => undefined)
      setUploads((before) => before.filter(({ key }) => key !== upload.key))
    },
    retry: ({ key }: Upload) => {
      const source = sources.current.get(key)
      if (source === undefined) return
      replace(uploading(key, source.local))
      start(key, source.local, source.fileId)
    },
    clear: () => setUploads([]),
    replaceAll: (files: readonly AttachedFile[]) => setUploads(files.map(attached)),
    restore: (files: readonly AttachedFile[]) =>
      setUploads((before) => [...files.map((file) => attached(file)), ...before]),
    files: uploads.flatMap((upload) => (upload.state === 'ready' ? [upload.file] : [])),
    /** Why the form that contains the uploads cannot be sent. */
    problem: problemOf(uploads),
  }
}

/** A2A parts of attached files. */
export function partsOf(files: readonly AttachedFile[]) {
  return files.map(({ url, filename, mediaType }) => ({ url, filename, mediaType }))
}

export type Uploads = ReturnType<typeof useUploads>

function problemOf(uploads: readonly Upload[]): string | undefined {
  if (uploads.some(({ state }) => state === 'failed')) return say('retryOrRemoveFailed')
  return uploads.some(({ state }) => state === 'uploading') ? say('waitForUploads') : undefined
}

async function send(
  { client, signal }: Scope,
  { key, source }: { key: string; source: Source },
  onChange: (upload: Upload) => void,
): Promise<void> {
  const { local, controller } = source
  const base = { key, filename: local.name, size: local.size }
  try {
    const file = await client.files.upload(local, {
      fileId: source.fileId,
      mediaType: local.type === '' ? undefined : local.type,
      signal: AbortSignal.any([controller.signal, signal]),
      onProgress: ({ fileId, stored }) => {
        source.fileId = fileId
        onChange({ ...base, state: 'uploading', stored })
      },
    })
    const mediaType = file.mediaType ?? 'application/octet-stream'
    onChange(
      attached({ id: file.id, url: file.url, filename: file.filename, size: file.size, mediaType }, key),
    )
  } catch (error) {
    if (controller.signal.aborted) return
    onChange({ ...base, state: 'failed', problem: messageOf(error) })
  }
}

function messageOf(error: unknown): string {
  if (!isSoukError(error)) return say('theUploadWasInterrupted')
  return error.status === 0 ? say('theUploadWasInterrupted') : errorLine(error)
}

function uploading(key: string, { name, size }: File): Upload {
  return { key, filename: name, size, state: 'uploading', stored: 0 }
}

function attached(file: AttachedFile, key: string | number = file.id): Upload {
  const { filename, size } = file
  return { key: typeof key === 'string' ? key : file.id, filename, size, state: 'ready', file }
}
