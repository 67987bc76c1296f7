import type { Route } from 'souk-contract'
import type { Connection } from './request.ts'
import { send, type CallInput } from './send.ts'

/** A stream is buffered before it is sent, so that the upload can be retried. */
export type UploadFile = Blob | Uint8Array | ReadableStream<Uint8Array>

/** Sends `file` as the body, and the other fields in path and query. */
export async function upload(
  connection: Connection,
  route: Route,
  { input = {}, options }: CallInput,
): Promise<unknown> {
  const { file, ...fields } = { file: undefined, ...input }
  return send(connection, route, { input: fields, options, file: await blobOf(file) })
}

async function blobOf(file: unknown): Promise<Blob> {
  if (file instanceof Blob) return file
  if (file instanceof Uint8Array) return new Blob([new Uint8Array(file)])
  if (file instanceof ReadableStream) return new Response(file).blob()
  throw new TypeError('"file" must be a Blob, a Uint8Array or a ReadableStream.')
}
