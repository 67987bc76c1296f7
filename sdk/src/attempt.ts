/** One HTTP exchange: what goes wrong with it is a SoukError, and it ends with the caller's patience. */
import { errorFrom, unreachable } from './error.ts'
import { authorization, type Connection, type PreparedRequest } from './request.ts'

export interface Opened {
  readonly response: Response
  readonly watch: Watch
}

export interface Patience {
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
}

/** Answers a good response whose body is still to be read, under the same watch; any other is thrown. */
export async function attempt(
  connection: Connection,
  { route, url, headers, body }: PreparedRequest,
  patience: Patience,
): Promise<Opened> {
  const signed = { ...headers, ...(await authorization(connection, route)) }
  const watch = createWatch(patience)
  const { fetch: fetchIt = fetch, credentials } = connection
  try {
    const response = await watch.run(() =>
      fetchIt(url, {
        method: route.method,
        headers: signed,
        signal: watch.signal,
        ...(body === undefined ? {} : { body }),
        ...(credentials === undefined ? {} : { credentials }),
      }),
    )
    if (response.ok) return { response, watch }
    throw errorFrom(response, parse(await watch.run(() => response.text())))
  } catch (error) {
    watch.close()
    throw error
  }
}

export interface Watch {
  /** Aborted when the caller gives up, when the time has run out, and at the close. */
  readonly signal: AbortSignal
  /** Takes a step; its failure is the caller's own reason where there is one. */
  run<T>(step: () => Promise<T>): Promise<T>
  /** The time begins anew. */
  restart(): void
  /** Nobody waits for the other side, so no time runs. */
  pause(): void
  /** Lets go of the connection, the timer and the caller's signal. */
  close(): void
}

/** By hand, because a timer of AbortSignal.timeout that only AbortSignal.any knows of never fires on Node 20. */
function createWatch({ signal, timeoutMs }: Patience): Watch {
  signal?.throwIfAborted()
  const controller = new AbortController()
  const end = () => controller.abort()
  const tire = () => controller.abort(new Error(`Nothing came within ${timeoutMs} ms.`))
  let timer = setTimeout(tire, timeoutMs)
  const pause = () => clearTimeout(timer)
  signal?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    run: (step) =>
      step().catch((cause: unknown) => {
        signal?.throwIfAborted()
        throw unreachable(cause)
      }),
    pause,
    restart: () => {
      pause()
      timer = setTimeout(tire, timeoutMs)
    },
    close: () => {
      pause()
      signal?.removeEventListener('abort', end)
      end()
    },
  }
}

/** What is no JSON is nothing: the page of a proxy, say. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
