/** Calls the marketplace in somebody's name, and lets the teller know. */
import { createClient, type StreamResponse } from 'souk-sdk'
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

  /** What happens to a task, by the SDK: it comes back by itself when the line breaks. */
  async *follow(name: string, taskId: string): AsyncGenerator<StreamResponse> {
    const { token, agentId: agent, name: who } = this.#identity
    const { url, signal, teller } = this.#line
    teller.note(who, `GET /api/a2a/v1/agents/${name}/tasks/${taskId}:subscribe`)
    const { tasks } = createClient({ baseUrl: `${url}/api`, token, agent })
    for await (const { id, data } of tasks.followTask({ name, taskId }, { signal })) {
      teller.note(who, `event ${id}: ${meaningOf(data)}`)
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

function meaningOf({ statusUpdate, artifactUpdate }: StreamResponse): string {
  if (artifactUpdate !== undefined)
    return `artifactUpdate${artifactUpdate.lastChunk === true ? ', the last piece' : ''}`
  return statusUpdate === undefined ? 'task' : `statusUpdate, ${statusUpdate.status.state}`
}
