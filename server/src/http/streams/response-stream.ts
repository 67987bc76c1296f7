import type { Sink } from '../../events/log-subscription.ts'
import type { Frame } from '../../events/sse-frame.ts'
import type { Failure } from '../../failure.ts'

/** A response of events that is being sent. */
export interface ResponseStream extends Sink {
  /** Announces why the stream ends early; `end` follows. */
  interrupt(cause: 'authority' | 'shutdown'): void
  /** Called every few seconds while the stream is open. */
  keepalive(): void
}

/** Starts the response with its first events. `explain` logs an error and returns what the caller sees of it. */
export type StartStream = (opening: readonly Frame[], explain: (error: unknown) => Failure) => ResponseStream
