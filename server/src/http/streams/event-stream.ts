import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Sink } from '../../events/log-subscription.ts'
import { frameText, type Frame } from '../../events/sse-frame.ts'
import { beatMs } from './sse-keepalive.ts'

/** What a browser waits before it comes back after a cut. */
const retry = frameText('retry: 2000\n\n')
const reconnect = frameText('retry: 0\n\n')
/** Keeps clients and proxies from taking silence for a broken connection. */
const stillHere = frameText(': still here\n\n')
/** What waits to be sent stays in memory, so a reader that takes nothing is cut; it comes back with the event it saw last. */
const stalledMs = 30_000

/**
 * An answer as text/event-stream. Frames go straight to the connection: the same bytes for everybody, where the answer
 * would make its own for each. Only an answer that has no connection yet, because another one comes first, takes them itself.
 */
export class EventStream implements Sink {
  readonly #answer: ServerResponse
  readonly #lastWords: (error: unknown) => string
  #stalledBeats = 0

  /** Whoever sees the answer begin has also got its opening: it all goes out at once. */
  constructor(answer: ServerResponse, opening: readonly Frame[], lastWords: (error: unknown) => string) {
    this.#answer = answer
    this.#lastWords = lastWords
    const connection = connectionOf(answer)
    connection?.cork()
    answer.flushHeaders()
    for (const frame of [retry, ...opening]) this.send(frame)
    connection?.uncork()
  }

  send(frame: Frame): boolean {
    if (this.#answer.writableEnded) return true
    const connection = connectionOf(this.#answer)
    if (connection === undefined) return this.#answer.write(frame.plain)
    return connection.destroyed || connection.write(this.#answer.chunkedEncoding ? frame.chunk : frame.plain)
  }

  onDrain(then: () => void): void {
    const waited = connectionOf(this.#answer) ?? this.#answer
    waited.once('drain', then)
  }

  /** Makes the client reconnect without delay: after a loss of authority it is refused, and clears what it shows. */
  sendReconnect(): void {
    this.send(reconnect)
  }

  end(): void {
    this.#answer.end()
  }

  /** The answer has begun, so what goes wrong now can only be told as one more event, the last. */
  fail(error: unknown): void {
    this.send(frameText(`event: error\ndata: ${this.#lastWords(error)}\n\n`))
    this.end()
  }

  /** Sends a comment even after a recent frame: the next chance comes only with the next beat. */
  beat(): void {
    const { socket } = this.#answer
    this.#stalledBeats = socket?.writableNeedDrain === true ? this.#stalledBeats + 1 : 0
    if (this.#stalledBeats * beatMs >= stalledMs) socket?.destroy()
    else this.send(stillHere)
  }
}

/** None while another answer comes first, and where a test calls without a network. */
function connectionOf({ socket }: ServerResponse): Socket | undefined {
  return socket !== null && 'setNoDelay' in socket ? socket : undefined
}
