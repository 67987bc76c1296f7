/** Follows a stream across cuts: every event once, in order, until nothing more can come or nobody wants it. */
import type { EventData, EventKindName, Reply, Route } from 'souk-contract'
import { attempt, type Opened } from './attempt.ts'
import { foreign, isSoukError, type SoukError } from './error.ts'
import { prepareRequest, type Connection } from './request.ts'
import { sleep } from './retry.ts'
import { retriesOf, type CallOptions, type GivenCall } from './send.ts'
import { advance, beginCourse, delayAfterCut, type AnyEvent, type Course } from './stream-course.ts'
import { createFrameReader, type Frame } from './stream-frames.ts'

export interface StreamOptions extends CallOptions {
  /** Begins after this event, which an earlier stream gave as `id`. */
  readonly lastEventId?: string | undefined
  /** Called whenever the stream is open, the first time and after each cut. */
  readonly onOpen?: (() => void) | undefined
  /** Called before the wait for a new connection. */
  readonly onReconnect?: ((cut: Cut) => void) | undefined
}

export interface Cut {
  /** Undefined when the service closed the stream in good order: it is being restarted, say. */
  readonly error: SoukError | undefined
  readonly delayMs: number
}

/** Nothing is asked for before the first `next`; `return`, and so leaving a loop, closes the connection at once. */
export interface LiveStream<E> extends AsyncIterableIterator<E, void, undefined> {
  return(): Promise<IteratorResult<E, void>>
}

/** What a stream gives: the kind of a platform event decides its data; A2A has one kind. */
export type StreamEvent<R extends Route> = R extends { readonly surface: 'a2a' }
  ? { readonly id: string; readonly event: 'message'; readonly data: Reply<R> }
  : { [K in KindsOf<R>]: { readonly id: string; readonly event: K; readonly data: EventData<K> } }[KindsOf<R>]

type KindsOf<R extends Route> = R extends { readonly stream: readonly (infer Kind)[] }
  ? string extends Kind
    ? EventKindName
    : Extract<Kind, EventKindName>
  : never

/** The service gives a sign of life at least every four seconds. */
const silenceMs = 15_000

export function openStream(
  connection: Connection,
  route: Route,
  { input = {}, options = {} }: GivenCall<StreamOptions>,
): LiveStream<AnyEvent> {
  const leaving = new AbortController()
  const events = follow(connection, beginCourse(route, input, options), options, leaving)
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
  course: Course,
  options: StreamOptions,
  leaving: AbortController,
): AsyncGenerator<AnyEvent, void, undefined> {
  const leave = () => leaving.abort()
  if (options.signal?.aborted === true) leave()
  options.signal?.addEventListener('abort', leave, { once: true })
  const { signal } = leaving
  try {
    while (!signal.aborted) {
      const error = yield* untilCut(connection, course, { ...options, signal })
      if (course.hasEnded || signal.aborted) return
      const delayMs = delayAfterCut(course, error, retriesOf(connection, options))
      if (delayMs === undefined) throw error
      course.failures += 1
      options.onReconnect?.({ error, delayMs })
      await sleep(delayMs, signal).catch(() => undefined)
    }
  } finally {
    options.signal?.removeEventListener('abort', leave)
    leave()
  }
}

/** Gives what one connection brings, and answers what ended it. */
async function* untilCut(
  connection: Connection,
  course: Course,
  options: StreamOptions,
): AsyncGenerator<AnyEvent, SoukError | undefined, undefined> {
  let opened: Opened | undefined
  try {
    opened = await connect(connection, course, options)
    course.hasOpened = true
    options.onOpen?.()
    for await (const frame of framesOf(opened)) {
      const event = advance(course, frame)
      if (event !== undefined) yield event
    }
    return undefined
  } catch (error) {
    if (options.signal?.aborted === true) return undefined
    if (!isSoukError(error)) throw error
    // Whoever comes back to a task and has seen all of it, its end included, is told that nothing more will happen.
    course.hasEnded ||= course.hasOpened && error.kind === 'unsupported-operation'
    return error
  } finally {
    opened?.watch.close()
  }
}

async function connect(connection: Connection, course: Course, options: StreamOptions): Promise<Opened> {
  const { route, input, idempotencyKey, lastEventId } = course
  const request = prepareRequest(connection, route, {
    input,
    idempotencyKey,
    accept: 'text/event-stream',
    headers: { ...options.headers, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
  })
  const { signal, timeoutMs = silenceMs } = options
  const opened = await attempt(connection, request, { signal, timeoutMs })
  if (opened.response.headers.get('content-type')?.startsWith('text/event-stream') === true) return opened
  opened.watch.close()
  throw foreign(opened.response)
}

/** Time runs only while somebody waits for the next piece: an event may be worked on for as long as it takes. */
async function* framesOf({ response, watch }: Opened): AsyncGenerator<Frame, void, undefined> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  const framesIn = createFrameReader()
  for (;;) {
    watch.restart()
    const piece = await watch.run(async () => reader?.read())
    watch.pause()
    if (piece?.value === undefined) return
    yield* framesIn(decoder.decode(piece.value, { stream: true }))
  }
}
