/** The only place that talks to the marketplace, and the only one that holds the key. */
import { readEvents, type ServerEvent } from './events.ts'

/** The marketplace said no. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const patienceMs = 30_000

export class Souk {
  readonly #url: string
  readonly #key: string

  constructor({ url, key }: { url: string; key: string }) {
    this.#url = url
    this.#key = key
  }

  async get<T>(path: string): Promise<T> {
    return answerIn<T>(path, await this.#send(path, { signal: AbortSignal.timeout(patienceMs) }))
  }

  async getText(path: string): Promise<string> {
    const response = await this.#send(path, { signal: AbortSignal.timeout(patienceMs) })
    return response.text()
  }

  /** However often this is sent with the same key of ours, it happens once, and the first answer comes again. */
  async post<T>(path: string, body: object, once: string): Promise<T> {
    const response = await this.#send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': once },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    return answerIn<T>(path, response)
  }

  /** What happens from now on, or since the event that was seen last; ends when the other side ends it. */
  async *follow(path: string, lastEventId?: string): AsyncGenerator<ServerEvent> {
    const line = new AbortController()
    try {
      const response = await this.#send(path, {
        method: 'POST',
        headers: {
          Accept: 'text/event-stream',
          ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
        },
        signal: line.signal,
      })
      if (response.body !== null) yield* readEvents(response.body)
    } finally {
      line.abort()
    }
  }

  async #send(path: string, { headers, ...init }: RequestInit & { headers?: Record<string, string> }) {
    const response = await fetch(this.#url + path, {
      ...init,
      headers: { Authorization: `Bearer ${this.#key}`, 'A2A-Version': '1.0', ...headers },
      // Whoever answers with another address is not to get the key.
      redirect: 'error',
    }).catch((error: unknown) => {
      throw new Error(`Nobody answers at ${this.#url}.`, { cause: error })
    })
    if (!response.ok) throw new Refused(response.status, await reasonIn(response))
    return response
  }
}

/** Routes of A2A answer the thing itself, those of the platform wrap it as `{success, data}`. */
async function answerIn<T>(path: string, response: Response): Promise<T> {
  const answer = await response.json()
  return path.startsWith('/api/a2a/') ? answer : answer.data
}

/** A2A explains itself in `detail`, the platform in `error`. */
async function reasonIn(response: Response): Promise<string> {
  const problem: { detail?: string; error?: unknown } = await response.json().catch(() => ({}))
  const { detail = problem.error } = problem
  return typeof detail === 'string' ? detail : `The answer was ${response.status}.`
}
