/** One HTTP exchange. Every failure is a SoukError; the caller's signal and a timeout end it. */
import { errorFrom, unreachable } from './error.ts'
import { authorization, type Connection, type PreparedRequest } from './request.ts'
import { startTimer } from './timer.ts'

/** A successful response whose body has not been read yet. */
export interface OpenResponse {
  readonly response: Response
  readonly timer: AttemptTimer
}

interface AttemptLimits {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}

/** Returns a successful response; throws any other as a SoukError. The timer also covers reading the body. */
export async function attempt(
  connection: Connection,
  { route, url, headers, body }: PreparedRequest,
  limits: AttemptLimits,
): Promise<OpenResponse> {
  const signed = { ...headers, ...(await authorization(connection, route)) }
  const timer = createTimer(limits)
  const { fetch: fetchFunction = fetch, credentials } = connection
  try {
    const response = await timer.run(() =>
      fetchFunction(url, {
        method: route.method,
        headers: signed,
        signal: timer.signal,
        ...(body === undefined ? {} : { body }),
        ...(credentials === undefined ? {} : { credentials }),
      }),
    )
    if (response.ok) return { response, timer }
    throw errorFrom(response, parse(await timer.run(() => response.text())))
  } catch (error) {
    timer.close()
    throw error
  }
}

/** Timeout of one exchange, combined with the caller's signal. */
interface AttemptTimer {
  /** Aborted by the caller's signal, by the timeout and by `close`. */
  readonly signal: AbortSignal
  /** Runs a step. If the caller's signal is aborted, it rejects with the reason of that signal. */
  run<T>(step: () => Promise<T>): Promise<T>
  /** Restarts the timeout. */
  restart(): void
  /** Stops the timeout while the client itself is busy. */
  pause(): void
  /** Releases the connection, the timeout and the caller's signal. */
  close(): void
}

/** Not `AbortSignal.any([signal, AbortSignal.timeout(…)])`: on Node 20 a timeout signal that only `any` references never fires. */
function createTimer({ signal, timeoutMs }: AttemptLimits): AttemptTimer {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const end = () => controller.abort()
  const expire = () => controller.abort(new Error(`No response within ${timeoutMs} ms.`))
  let cancel = startTimer(expire, timeoutMs)
  const pause = () => cancel()
  signal?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    run: async (step) => {
      // Node does not reject the read of a body that was aborted while no read was pending: it would wait forever.
      signal?.throwIfAborted()
      return step().catch((cause: unknown) => {
        signal?.throwIfAborted()
        throw unreachable(cause)
      })
    },
    pause,
    restart: () => {
      pause()
      cancel = startTimer(expire, timeoutMs)
    },
    close: () => {
      pause()
      signal?.removeEventListener('abort', end)
      end()
    },
  }
}

/** Parses JSON; undefined if the text is something else, such as an HTML page of a proxy. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
