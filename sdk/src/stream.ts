/** Event streams that reconnect: every event once and in order, until the stream ends or the caller leaves it. */
import type { EventData, EventKindName, Reply, Route } from 'souk-contract'
import { attempt, type OpenResponse } from './attempt.ts'
import { unexpectedResponse, isSoukError, type SoukError } from './error.ts'
import { prepareRequest, type Connection } from './request.ts'
import { sleep } from './retry.ts'
import { retriesOf, type CallOptions, type CallInput } from './send.ts'
import {
  advance,
  createStreamState,
  delayAfterCut,
  type AnyEvent,
  type StreamState,
} from './stream-resume.ts'
import { createFrameReader, type Frame } from './stream-frames.ts'

export interface StreamOptions extends CallOptions {
  /** Resumes after this event id of an earlier stream. */
  readonly lastEventId?: string | undefined
  /** Called when the stream opens, and after each reconnect. */
  readonly onOpen?: (() => void) | undefined
  /** Called before each reconnect. */
  readonly onReconnect?: ((interruption: Interruption) => void) | undefined
}

/** Why a stream was interrupted, and the delay before it reconnects. */
export interface Interruption {
  /** Undefined if the service closed the stream normally, for example to restart. */
  readonly error: SoukError | undefined
  readonly delayMs: number
}

/** Connects at the first `next`. `return`, and so leaving a loop, closes the connection immediately. */
export interface LiveStream<E> extends AsyncIterableIterator<E, void, undefined> {
  return(): Promise<IteratorResult<E, void>>
}

/** Events of a stream. On platform streams the kind decides the type of the data; A2A has one kind. */
export type StreamEvent<R extends Route> = R extends { readonly surface: 'a2a' }
  ? { readonly id: string; readonly event: 'message'; readonly data: Reply<R> }
  : { [K in KindsOf<R>]: { readonly id: string; readonly event: K; readonly data: EventData<K> } }[KindsOf<R>]

type KindsOf<R extends Route> = R extends { readonly stream: readonly (infer Kind)[] }
  ? string extends Kind
    ? EventKindName
    : Extract<Kind, EventKindName>
  : never

/** The service sends a keep-alive at least every four seconds. */
const silenceMs = 15_000

export function openStream(
  connection: Connection,
  route: Route,
  { input = {}, options = {} }: CallInput<StreamOptions>,
): LiveStream<AnyEvent> {
  const leaving = new AbortController()
  const events = follow(connection, createStreamState(route, input, options), options, leaving)
  return {
    next: () => events.next(),
    return: () => {
      leaving.abort()
      return events.return()
    },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

async function* follow(
  connection: Connection,
  state: StreamState,
  options: StreamOptions,
  leaving: AbortController,
): AsyncGenerator<AnyEvent, void, undefined> {
  const leave = () => leaving.abort()
  if (options.signal?.aborted === true) leave()
  options.signal?.addEventListener('abort', leave, { once: true })
  const { signal } = leaving
  try {
    while (!signal.aborted) {
      const error = yield* untilCut(connection, state, { ...options, signal })
      if (state.hasEnded || signal.aborted) return
      const delayMs = delayAfterCut(state, error, retriesOf(connection, options))
      if (delayMs === undefined) throw error
      state.failures += 1
      options.onReconnect?.({ error, delayMs })
      await sleep(delayMs, signal).catch(() => undefined)
    }
  } finally {
    options.signal?.removeEventListener('abort', leave)
    leave()
  }
}

/** Yields the events of one connection, and returns the error that ended it. */
async function* untilCut(
  connection: Connection,
  state: StreamState,
  options: StreamOptions,
): AsyncGenerator<AnyEvent, SoukError | undefined, undefined> {
  let opened: OpenResponse | undefined
  try {
    opened = await connect(connection, state, options)
    state.hasOpened = true
    options.onOpen?.()
    for await (const frame of framesOf(opened)) {
      const event = advance(state, frame)
      if (event !== undefined) yield event
    }
    return undefined
  } catch (error) {
    if (options.signal?.aborted === true) return undefined
    if (!isSoukError(error)) throw error
    // The service refuses to resume a task stream after its last event: the stream is complete.
    state.hasEnded ||= state.hasOpened && error.kind === 'unsupported-operation'
    return error
  } finally {
    opened?.timer.close()
  }
}

async function connect(
  connection: Connection,
  state: StreamState,
  options: StreamOptions,
): Promise<OpenResponse> {
  const { route, input, idempotencyKey, lastEventId } = state
  const request = prepareRequest(connection, route, {
    input,
    idempotencyKey,
    accept: 'text/event-stream',
    headers: { ...options.headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
  })
  const { signal, timeoutMs = silenceMs } = options
  const opened = await attempt(connection, request, { signal, timeoutMs })
  if (opened.response.headers.get('content-type')?.startsWith('text/event-stream') === true) return opened
  opened.timer.close()
  throw unexpectedResponse(opened.response)
}

/** The timeout only runs while a read is pending, so that consumers can take their time over an event. */
async function* framesOf({ response, timer }: OpenResponse): AsyncGenerator<Frame, void, undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const framesIn = createFrameReader()
  for (;;) {
    timer.restart()
    const piece = await timer.run(async () => reader?.read())
    timer.pause()
    if (piece?.value === undefined) return
    yield* framesIn(decoder.decode(piece.value, { stream: true }))
  }
}
