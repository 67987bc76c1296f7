import type { Route } from 'souk-contract'
import type { OpenResponse } from './attempt.ts'
import { prepareRequest, type Connection } from './request.ts'
import { withRetries, type CallInput } from './send.ts'

/** A file download. Its contents can be read once, through `body`, `bytes` or `text`. */
export interface Download {
  readonly mediaType: string
  readonly filename: string
  readonly size: number | undefined
  readonly body: ReadableStream<Uint8Array>
  bytes(): Promise<Uint8Array>
  text(): Promise<string>
}

export async function download(
  connection: Connection,
  route: Route,
  { input = {}, options = {} }: CallInput,
): Promise<Download> {
  const request = prepareRequest(connection, route, { ...options, input, accept: '*/*' })
  return withRetries(connection, request, options, async (opened) => {
    const { headers } = opened.response
    const length = headers.get('content-length')
    const body = bodyOf(opened)
    const response = () => new Response(body)
    return {
      mediaType: headers.get('content-type') ?? 'application/octet-stream',
      filename: filenameIn(headers) ?? decodeURIComponent(request.url.split('/').at(-1) ?? ''),
      size: length === null || headers.has('content-encoding') ? undefined : Number(length),
      body,
      bytes: async () => new Uint8Array(await response().arrayBuffer()),
      text: () => response().text(),
    }
  })
}

/** Browsers hide this header from other origins, so it can be missing. */
function filenameIn(headers: Headers): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** The response body with the timeout applied to each chunk; the connection is released at the end. */
function bodyOf({ response, timer }: OpenResponse): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader()
  timer.pause()
  const next = async () => {
    timer.restart()
    const piece = await timer.run(async () => reader?.read())
    timer.pause()
    return piece
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await next().catch((error: unknown) => {
          timer.close()
          throw error
        })
        if (piece?.value !== undefined) return controller.enqueue(piece.value)
        timer.close()
        return controller.close()
      },
      cancel: () => timer.close(),
    },
    { highWaterMark: 0 },
  )
}
