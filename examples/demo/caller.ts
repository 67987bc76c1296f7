/** Calls the marketplace in somebody's name, and lets the teller know. */
import { readEvents } from '../provider/events.ts'
import type { Teller } from './teller.ts'

export interface Line {
  readonly url: string
  readonly signal: AbortSignal
  readonly teller: Teller
}

/** Who calls, by which token, and as which of their agents. */
export interface Identity {
  readonly name: string
  readonly token?: string
  readonly agentId?: string
}

/** One event of a task, as far as the demo looks at it. */
export interface TaskEvent {
  readonly task?: unknown
  readonly statusUpdate?: {
    readonly status: {
      readonly state: string
      readonly message?: { readonly role: string; readonly parts: readonly { text?: string }[] }
    }
    readonly metadata: { readonly 'urn:souk:marketplace:v1': { readonly phase: string } }
  }
  readonly artifactUpdate?: {
    readonly artifact: { readonly parts: readonly { text?: string }[] }
    readonly lastChunk?: boolean
  }
}

export class Caller {
  readonly #line: Line
  readonly #identity: Identity

  constructor(line: Line, identity: Identity) {
    this.#line = line
    this.#identity = identity
  }

  get<T>(path: string): Promise<T> {
    return this.#call<T>('GET', path)
  }

  post<T>(path: string, body: object = {}): Promise<T> {
    return this.#call<T>('POST', path, JSON.stringify(body))
  }

  patch<T>(path: string, body: object): Promise<T> {
    return this.#call<T>('PATCH', path, JSON.stringify(body))
  }

  upload<T>(path: string, text: string): Promise<T> {
    return this.#call<T>('POST', path, text, 'text/plain')
  }

  async *follow(path: string): AsyncGenerator<TaskEvent> {
    const response = await this.#send('POST', path, { headers: { Accept: 'text/event-stream' } })
    if (response.body === null) return
    for await (const { id, data } of readEvents(response.body)) {
      const event: TaskEvent = JSON.parse(data)
      this.#line.teller.note(this.#identity.name, `event ${id}: ${meaningOf(event)}`)
      yield event
    }
  }

  async #call<T>(method: string, path: string, body?: string, type = 'application/json'): Promise<T> {
    const response = await this.#send(
      method,
      path,
      body === undefined ? {} : { body, headers: { 'Content-Type': type } },
    )
    const answer = await response.json()
    return path.includes('/a2a/') ? answer : answer.data
  }

  /** A path below the marketplace, or the full address of one of its pages. */
  async #send(method: string, path: string, init: { body?: string; headers?: Record<string, string> }) {
    const address = new URL(path, this.#line.url)
    this.#line.teller.note(this.#identity.name, `${method} ${address.pathname}${address.search}`)
    const { token, agentId } = this.#identity
    const response = await fetch(address, {
      ...init,
      method,
      signal: this.#line.signal,
      headers: {
        'A2A-Version': '1.0',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(agentId === undefined ? {} : { 'X-Agent-Context': agentId }),
        ...init.headers,
      },
    })
    if (!response.ok)
      throw new Error(`${method} ${address.pathname} answered ${response.status}: ${await response.text()}`)
    return response
  }
}

function meaningOf({ statusUpdate, artifactUpdate }: TaskEvent): string {
  if (artifactUpdate !== undefined)
    return `artifactUpdate${artifactUpdate.lastChunk === true ? ', the last piece' : ''}`
  return statusUpdate === undefined ? 'task' : `statusUpdate, ${statusUpdate.status.state}`
}
