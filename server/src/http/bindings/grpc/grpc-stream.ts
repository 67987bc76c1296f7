import type { Frame } from '../../../events/sse-frame.ts'
import type { Failure } from '../../../failure.ts'
import type { ResponseStream } from '../../streams/response-stream.ts'
import { keepaliveMs, stalledMs } from '../../streams/sse-keepalive.ts'
import type { GrpcReply } from './grpc-reply.ts'
import { encode } from './protobuf/encode.ts'
import { messages } from './schema/a2a.ts'
import { ok, protocolStatus, statusOf, type GrpcStatus } from './status.ts'

const interruptions = {
  authority: protocolStatus('UNAUTHENTICATED', 'The token no longer allows this stream. Use another one.'),
  shutdown: protocolStatus('UNAVAILABLE', 'The server stops. Subscribe again.'),
} as const

/** Server streaming: each event is a StreamResponse. */
export class GrpcStream implements ResponseStream {
  readonly #reply: GrpcReply
  readonly #explain: (error: unknown) => Failure
  #status: GrpcStatus = ok
  #isBlocked = false
  #stalledKeepalives = 0

  constructor(reply: GrpcReply, opening: readonly Frame[], explain: (error: unknown) => Failure) {
    this.#reply = reply
    this.#explain = explain
    reply.start()
    for (const frame of opening) this.send(frame)
  }

  send(frame: Frame): boolean {
    let hasRoom = true
    for (const message of messagesOf(frame)) hasRoom = this.#reply.write(message)
    if (!hasRoom && !this.#isBlocked) {
      this.#isBlocked = true
      this.#reply.onDrain(() => (this.#isBlocked = false))
    }
    return hasRoom
  }

  onDrain(then: () => void): void {
    this.#reply.onDrain(then)
  }

  interrupt(cause: keyof typeof interruptions): void {
    this.#status = interruptions[cause]
  }

  end(): void {
    this.#reply.finish(this.#status)
  }

  fail(error: unknown): void {
    this.#reply.finish(statusOf(this.#explain(error)))
  }

  /** PINGs keep the connection alive; a client that reads nothing is disconnected, as over the other bindings. */
  keepalive(): void {
    this.#stalledKeepalives = this.#isBlocked ? this.#stalledKeepalives + 1 : 0
    if (this.#stalledKeepalives * keepaliveMs >= stalledMs) this.#reply.cancel()
  }
}

const encoded = new WeakMap<Frame, readonly Buffer[]>()

/** A frame is encoded once for all of its receivers. Events that only carry a position are skipped. */
function messagesOf(frame: Frame): readonly Buffer[] {
  const known = encoded.get(frame)
  if (known !== undefined) return known
  const lines = frame.plain.toString().split('\n')
  const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice(6))
  const found = data.map((json) => encode(messages.StreamResponse, JSON.parse(json)))
  encoded.set(frame, found)
  return found
}
