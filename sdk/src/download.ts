import type { Route } from 'souk-contract'
import type { Opened } from './attempt.ts'
import { prepareRequest, type Connection } from './request.ts'
import { withRetries, type GivenCall } from './send.ts'

/** A file as it comes; its bytes can be had once, in one of the three ways. */
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
  { input = {}, options = {} }: GivenCall,
): Promise<Download> {
  const request = prepareRequest(connection, route, { ...options, input, accept: '*/*' })
  return withRetries(connection, request, options, async (opened) => {
    const { headers } = opened.response
    const length = headers.get('content-length')
    const body = bodyOf(opened)
    const whole = () => new Response(body)
    return {
      mediaType: headers.get('content-type') ?? 'application/octet-stream',
      filename: filenameIn(headers) ?? decodeURIComponent(request.url.split('/').at(-1) ?? ''),
      size: length === null || headers.has('content-encoding') ? undefined : Number(length),
      body,
      bytes: async () => new Uint8Array(await whole().arrayBuffer()),
      text: () => whole().text(),
    }
  })
}

/** Browsers hide the header from other origins, so it may be missing. */
function filenameIn(headers: Headers): string | undefined {
  const name = /filename\*=UTF-8''([^;]+)/i.exec(headers.get('content-disposition') ?? '')?.[1]
  return name === undefined ? undefined : decodeURIComponent(name)
}

/** The body under the watch of its connection: cut when it is silent for too long, let go of at its end. */
function bodyOf({ response, watch }: Opened): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader()
  watch.pause()
  const next = async () => {
    watch.restart()
    const piece = await watch.run(async () => reader?.read())
    watch.pause()
    return piece
  }
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const piece = await next().catch((error: unknown) => {
          watch.close()
          throw error
        })
        if (piece?.value !== undefined) return controller.enqueue(piece.value)
        watch.close()
        return controller.close()
      },
      cancel: () => watch.close(),
    },
    { highWaterMark: 0 },
  )
}
