import type { Route } from 'souk-contract'
import type { Connection } from './request.ts'
import { send, type GivenCall } from './send.ts'

/** A stream is read to its end before it is sent, so that it too can be sent again. */
export type UploadFile = Blob | Uint8Array | ReadableStream<Uint8Array>

/** Sends the `file` of the input as the body, and the other fields in their places. */
export async function upload(
  connection: Connection,
  route: Route,
  { input = {}, options }: GivenCall,
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
