import type { FastifyReply } from 'fastify'
import { frame } from './framing.ts'
import type { GrpcStatus } from './status.ts'

/** The response of one call: headers, messages, then the status in the trailers. */
export class GrpcReply {
  readonly #reply: FastifyReply
  #state: 'waiting' | 'started' | 'finished' = 'waiting'

  constructor(reply: FastifyReply) {
    this.#reply = reply
    // The compatibility API of HTTP/2 lacks this property of Node's streams.
    reply.raw.once('close', () => {
      reply.raw.destroyed = true
      this.#state = 'finished'
    })
  }

  get isFinished(): boolean {
    return this.#state === 'finished'
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

  onDrain(then: () => void): void {
    this.#reply.raw.once('drain', then)
  }

  onClose(then: () => void): void {
    this.#reply.raw.once('close', then)
  }

  /** Ends the call; calls after the first have no effect, because a deadline can come first. */
  finish(status: GrpcStatus, message?: Buffer): void {
    if (this.isFinished) return
    const { raw } = this.#reply
    const isTrailersOnly = this.#state === 'waiting' && message === undefined
    this.#takeOver()
    this.#state = 'finished'
    if (isTrailersOnly) {
      for (const [name, value] of Object.entries(status)) raw.setHeader(name, value)
      raw.end()
    } else {
      raw.addTrailers(status)
      raw.end(message === undefined ? undefined : frame(message))
    }
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
