import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'
import { frameText, type Frame } from '../../events/sse-frame.ts'
import type { Failure } from '../../failure.ts'
import type { ResponseStream, StartStream } from './response-stream.ts'
import { keepaliveMs, stalledMs } from './sse-keepalive.ts'

/** Time after which a browser reconnects. */
const retry = frameText('retry: 2000\n\n')
const reconnect = frameText('retry: 0\n\n')
/** Comment that prevents idle timeouts of clients and proxies. */
const keepaliveComment = frameText(': still here\n\n')
/** How a binding writes events. */
interface EventFormat {
  /** Encodes an event for this caller. */
  frame(frame: Frame): Frame
  /** Last event of a stream that failed. */
  errorFrame(failure: Failure): Frame
}

interface StreamFormat {
  frame(frame: Frame): Frame
  errorFrame(error: unknown): Frame
}

/** Takes the response over from Fastify, with the headers set so far, and sends server-sent events. */
export function serverSentEvents(reply: FastifyReply, { frame, errorFrame }: EventFormat): StartStream {
  return (opening, explain) => {
    reply
      .headers({ 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no', connection: 'close' })
      .type('text/event-stream; charset=utf-8')
      .hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    return new EventStream(reply.raw, opening, { frame, errorFrame: (error) => errorFrame(explain(error)) })
  }
}

/**
 * A text/event-stream response. Frames are written to the socket directly: the chunk is built once and shared by all
 * subscribers, where ServerResponse would build one per stream. A pipelined response that has no socket yet takes the frames
 * itself.
 */
export class EventStream implements ResponseStream {
  readonly #response: ServerResponse
  readonly #format: StreamFormat
  #stalledKeepalives = 0

  /** Corked, so that the headers and the opening frames leave in one packet. */
  constructor(response: ServerResponse, opening: readonly Frame[], format: StreamFormat) {
    this.#response = response
    this.#format = format
    const connection = connectionOf(response)
    connection?.cork()
    response.flushHeaders()
    this.#write(retry)
    for (const frame of opening) this.send(frame)
    connection?.uncork()
  }

  send(frame: Frame): boolean {
    return this.#write(this.#format.frame(frame))
  }

  #write(frame: Frame): boolean {
    if (this.#response.writableEnded) return true
    const connection = connectionOf(this.#response)
    if (connection === undefined) return this.#response.write(frame.plain)
    return (
      connection.destroyed || connection.write(this.#response.chunkedEncoding ? frame.chunk : frame.plain)
    )
  }

  onDrain(then: () => void): void {
    const waited = connectionOf(this.#response) ?? this.#response
    waited.once('drain', then)
  }

  /** Makes the client reconnect without delay: after a loss of authority it is refused, and clears what it shows. */
  interrupt(cause: 'authority' | 'shutdown'): void {
    if (cause === 'authority') this.#write(reconnect)
  }

  end(): void {
    this.#response.end()
  }

  /** The status line is already sent, so an error can only be reported as a last event. */
  fail(error: unknown): void {
    this.#write(this.#format.errorFrame(error))
    this.end()
  }

  /** Sends a comment even after a recent frame: the next tick is a full period later. */
  keepalive(): void {
    const { socket } = this.#response
    this.#stalledKeepalives = socket?.writableNeedDrain === true ? this.#stalledKeepalives + 1 : 0
    if (this.#stalledKeepalives * keepaliveMs >= stalledMs) socket?.destroy()
    else this.#write(keepaliveComment)
  }
}

/** Undefined for a pipelined response that waits for an earlier one, and in tests without a network. */
function connectionOf({ socket }: ServerResponse): Socket | undefined {
  return socket !== null && 'setNoDelay' in socket ? socket : undefined
}
