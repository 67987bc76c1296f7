import type { ServerHttp2Stream } from 'node:http2'
import type { FastifyReply } from 'fastify'
import { stalledMs, createTicker } from '../../streams/sse-keepalive.ts'
import { frame } from './framing.ts'
import { canceled, type GrpcStatus } from './status.ts'

/** One timer for all responses that wait for their client to read them. */
const stalled = createTicker(stalledMs)

/** The response of one call: headers, messages, then the status in the trailers. */
export class GrpcReply {
  readonly #reply: FastifyReply
  #state: 'waiting' | 'started' | 'finished' = 'waiting'
  /** Called on `close`; one listener costs less than one per caller. */
  readonly #closing: (() => void)[] = []
  /** Ends the wait for `drain`. A listener per wait would stay until the response closes. */
  #resume: () => void = () => undefined

  constructor(reply: FastifyReply) {
    this.#reply = reply
    reply.request.outcome = canceled
    reply.raw.once('close', () => {
      // The compatibility API of HTTP/2 lacks this property of Node's streams.
      reply.raw.destroyed = true
      this.#state = 'finished'
      for (const then of this.#closing) then()
      this.#resume()
    })
  }

  /** After a reset, the body ends as if it were complete, before the response emits `close`. */
  get isFinished(): boolean {
    return this.#state === 'finished' || this.#stream.closed
  }

  /** Sends the headers, so that the client of a stream learns that it is open. */
  start(): void {
    this.#takeOver()
    if (!this.isFinished) this.#reply.raw.flushHeaders()
  }

  /** Sends a message; returns false if the next one must wait for `drain`. */
  write(message: Buffer): boolean {
    this.#takeOver()
    return this.isFinished || this.#reply.raw.write(frame(message))
  }

  /** Resolves when the next message can be sent, or the client has left. */
  async drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#resume = resolve
      this.#reply.raw.once('drain', resolve)
      if (this.isFinished) resolve()
    })
  }

  onDrain(then: () => void): void {
    this.#reply.raw.once('drain', then)
  }

  onClose(then: () => void): void {
    this.#closing.push(then)
  }

  /** Ends the call; calls after the first have no effect, because a deadline can come first. */
  finish(status: GrpcStatus, message?: Buffer): void {
    if (this.isFinished) return
    const { raw } = this.#reply
    const isTrailersOnly = this.#state === 'waiting' && message === undefined
    this.#takeOver()
    this.#state = 'finished'
    this.#reply.request.outcome = status
    // Responses stay in memory until the client has read them.
    this.onClose(stalled.add(() => raw.destroy()))
    if (isTrailersOnly) {
      for (const [name, value] of Object.entries(status.trailers)) raw.setHeader(name, value)
      raw.end()
      setImmediate(() => this.#closeRequest())
    } else {
      // A unary request has ended before its response; only the half of a stream can still be open.
      if (!this.#stream.readableEnded)
        this.#stream.once('wantTrailers', () => setImmediate(() => this.#closeRequest()))
      raw.addTrailers(status.trailers)
      raw.end(message === undefined ? undefined : frame(message))
    }
  }

  /** A client that keeps its half open after the status would keep the stream and its memory. */
  #closeRequest(): void {
    if (!this.#stream.destroyed && !this.#stream.readableEnded) this.#stream.close()
  }

  get #stream(): ServerHttp2Stream {
    return Object(this.#reply.raw).stream
  }

  cancel(): void {
    this.#reply.raw.destroy()
  }

  /** Takes the response over from Fastify, with the headers set so far as metadata. */
  #takeOver(): void {
    if (this.#state !== 'waiting') return
    this.#state = 'started'
    const { raw } = this.#reply
    this.#reply.hijack()
    for (const [name, value] of Object.entries(this.#reply.getHeaders())) {
      if (value !== undefined) raw.setHeader(name, value)
    }
    raw.setHeader('content-type', 'application/grpc+proto')
    raw.setHeader('grpc-accept-encoding', 'identity,gzip')
  }
}
