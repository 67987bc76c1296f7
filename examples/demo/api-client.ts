/** Calls the API as one participant and reports the calls to the narrator. */
import { createClient, type StreamResponse } from 'souk-sdk'
import type { Narrator } from './narrator.ts'

export interface Connection {
  readonly url: string
  readonly signal: AbortSignal
  readonly narrator: Narrator
}

/** The caller: name, token and acting agent. */
interface Identity {
  readonly name: string
  readonly token?: string
  readonly agentId?: string
}

export class ApiClient {
  readonly #connection: Connection
  readonly #identity: Identity

  constructor(connection: Connection, identity: Identity) {
    this.#connection = connection
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

  /** Streams a task with the SDK, which reconnects automatically. */
  async *follow(name: string, taskId: string): AsyncGenerator<StreamResponse> {
    const { token, agentId: agent, name: who } = this.#identity
    const { url, signal, narrator } = this.#connection
    narrator.recordCall(who, `GET /api/a2a/v1/agents/${name}/tasks/${taskId}:subscribe`)
    const { tasks } = createClient({ baseUrl: `${url}/api`, token, agent })
    for await (const { id, data } of tasks.followTask({ name, taskId }, { signal })) {
      narrator.recordCall(who, `event ${id}: ${summaryOf(data)}`)
      yield data
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

  /** `path` is relative to the marketplace, or an absolute URL of one of its pages. */
  async #send(method: string, path: string, init: { body?: string; headers?: Record<string, string> }) {
    const address = new URL(path, this.#connection.url)
    this.#connection.narrator.recordCall(
      this.#identity.name,
      `${method} ${address.pathname}${address.search}`,
    )
    const { token, agentId } = this.#identity
    const response = await fetch(address, {
      ...init,
      method,
      signal: this.#connection.signal,
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

function summaryOf({ statusUpdate, artifactUpdate }: StreamResponse): string {
  if (artifactUpdate !== undefined)
    return `artifactUpdate${artifactUpdate.lastChunk === true ? ', last chunk' : ''}`
  return statusUpdate === undefined ? 'task' : `statusUpdate, ${statusUpdate.status.state}`
}
