/** State of a stream across reconnects: what to request next, from which event, and when. Performs no I/O. */
import { contract, type Route } from 'souk-contract'
import { parse } from './attempt.ts'
import { errorOfStream, SoukError } from './error.ts'
import { delayBeforeRetry, backoff, isTransient } from './retry.ts'
import type { Frame } from './stream-frames.ts'

export interface StreamState {
  route: Route
  input: object
  lastEventId: string | undefined
  /** The same for all attempts, so that a message is sent once. */
  readonly idempotencyKey: string
  hasOpened: boolean
  /** Whether the last event has arrived. */
  hasEnded: boolean
  /** Consecutive connections without an event. */
  failures: number
  /** Base reconnect delay, as set by `retry:` of the service. */
  retryMs: number
}

export interface AnyEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const backoffMs = 250
/** Longest reconnect delay that the service can request. */
const requestedMsMax = 3_600_000

export function createStreamState(
  route: Route,
  input: object,
  options: { readonly lastEventId?: string | undefined; readonly idempotencyKey?: string | undefined },
): StreamState {
  return {
    route,
    input,
    lastEventId: options.lastEventId,
    idempotencyKey: options.idempotencyKey ?? crypto.randomUUID(),
    hasOpened: false,
    hasEnded: false,
    failures: 0,
    retryMs: backoffMs,
  }
}

/** Applies a frame to the state. Returns its event, or undefined for frames and kinds that this version does not know. */
export function advance(state: StreamState, frame: Frame): AnyEvent | undefined {
  if (frame.retryMs === undefined) state.failures = 0
  else state.retryMs = Math.min(Math.max(1, frame.retryMs), requestedMsMax)
  const { event = 'message', data: text } = frame
  if (event === 'error') throw errorOfStream(parse(text ?? ''))
  state.lastEventId = frame.id ?? state.lastEventId
  if (text === undefined || state.route.stream?.includes(event) !== true) return undefined
  const data = parse(text)
  if (typeof data !== 'object' || data === null) {
    throw new SoukError('An event does not contain JSON.', { kind: 'internal', status: 200 })
  }
  if (state.route.surface === 'a2a') trackTask(state, data)
  return { id: state.lastEventId ?? '', event, data }
}

/** After a message has created a task, reconnects subscribe to the task instead of sending the message again. */
function trackTask(state: StreamState, data: object): void {
  const taskId = at(data, 'task', 'id') ?? at(data, 'statusUpdate', 'taskId')
  const taskState = at(data, 'task', 'status', 'state') ?? at(data, 'statusUpdate', 'status', 'state')
  state.hasEnded ||= at(data, 'message') !== undefined || terminalStates.has(taskState)
  if (state.route.body === undefined || taskId === undefined) return
  state.input = { name: at(state.input, 'name'), taskId }
  state.route = contract.tasks.followTask
}

const terminalStates: ReadonlySet<unknown> = new Set([
  'TASK_STATE_COMPLETED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_FAILED',
])

function at(value: object, ...path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined),
    value,
  )
}

/**
 * Delay before the next connection; undefined if the stream cannot continue. Until it has opened once, a stream is
 * retried like a call; afterwards the service is known to exist, and reconnects are not limited.
 */
export function delayAfterCut(
  { failures, retryMs, hasOpened }: StreamState,
  error: SoukError | undefined,
  retries: number,
): number | undefined {
  if (!hasOpened) return failures < retries ? delayBeforeRetry(error, failures) : undefined
  if (error !== undefined && !isRecoverable(error)) return undefined
  const requestedMs = Math.min((error?.retryAfter ?? 0) * 1000, requestedMsMax)
  return Math.max(backoff(retryMs, failures), requestedMs)
}

/** Server errors are transient; a successful response that is not a valid stream is not. */
function isRecoverable(error: SoukError): boolean {
  return isTransient(error) || (error.kind === 'internal' && error.status !== 200)
}
