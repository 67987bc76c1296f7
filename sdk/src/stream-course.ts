/** Where a stream stands: what is asked for next, since which event, and when. Decides, and does nothing itself. */
import { contract, type Route } from 'souk-contract'
import { parse } from './attempt.ts'
import { errorOfStream, SoukError } from './error.ts'
import { delayBeforeRetry, growing, isPassing } from './retry.ts'
import type { Frame } from './stream-frames.ts'

export interface Course {
  route: Route
  input: object
  lastEventId: string | undefined
  /** One for all attempts, so that a message is sent once however often the line breaks. */
  readonly idempotencyKey: string
  hasOpened: boolean
  /** Whether an event has come after which nothing comes. */
  hasEnded: boolean
  /** So many connections in a row have brought nothing. */
  failures: number
  /** What the service asks everybody to wait before they come back. */
  retryMs: number
}

export interface AnyEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const backoffMs = 250
const retryAfterMsMax = 3_600_000

export function beginCourse(
  route: Route,
  input: object,
  given: { readonly lastEventId?: string | undefined; readonly idempotencyKey?: string | undefined },
): Course {
  return {
    route,
    input,
    lastEventId: given.lastEventId,
    idempotencyKey: given.idempotencyKey ?? crypto.randomUUID(),
    hasOpened: false,
    hasEnded: false,
    failures: 0,
    retryMs: backoffMs,
  }
}

/** Notes how far the stream has come; answers the event, if the frame is one that this version knows. */
export function advance(course: Course, frame: Frame): AnyEvent | undefined {
  if (frame.retryMs === undefined) course.failures = 0
  else course.retryMs = Math.max(1, frame.retryMs)
  const { event = 'message', data: text } = frame
  if (event === 'error') throw errorOfStream(parse(text ?? ''))
  course.lastEventId = frame.id ?? course.lastEventId
  if (text === undefined || course.route.stream?.includes(event) !== true) return undefined
  const data = parse(text)
  if (typeof data !== 'object' || data === null) {
    throw new SoukError('An event carries no JSON.', { kind: 'internal', status: 200 })
  }
  if (course.route.surface === 'a2a') noteTask(course, data)
  return { id: course.lastEventId ?? '', event, data }
}

/** A message cannot be sent on from where it broke; the task that it made can be followed. */
function noteTask(course: Course, data: object): void {
  const taskId = at(data, 'task', 'id') ?? at(data, 'statusUpdate', 'taskId')
  const state = at(data, 'task', 'status', 'state') ?? at(data, 'statusUpdate', 'status', 'state')
  course.hasEnded ||= at(data, 'message') !== undefined || terminalStates.has(state)
  if (course.route.body === undefined || taskId === undefined) return
  course.input = { name: at(course.input, 'name'), taskId }
  course.route = contract.tasks.followTask
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
 * How long to wait before the next connection; undefined when there is no use in one. Until it has been open once, a
 * stream is a call like any other; after that the service was there, and will be there again.
 */
export function delayAfterCut(
  { failures, retryMs, hasOpened }: Course,
  error: SoukError | undefined,
  retries: number,
): number | undefined {
  if (!hasOpened) return failures < retries ? delayBeforeRetry(error, failures) : undefined
  if (error !== undefined && !mends(error)) return undefined
  const askedMs = Math.min((error?.retryAfter ?? 0) * 1000, retryAfterMsMax)
  return Math.max(growing(retryMs, failures), askedMs)
}

/** A fault of the service passes; a good answer that makes no sense does not. */
function mends(error: SoukError): boolean {
  return isPassing(error) || (error.kind === 'internal' && error.status !== 200)
}
