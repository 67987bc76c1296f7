import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Received {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export interface Answer {
  readonly status?: number
  readonly headers?: Record<string, string>
  readonly body?: unknown
}

/** A real HTTP server on loopback for one test: answers in turn, the last one again and again, and remembers. */
export async function startServer(
  ...answers: readonly (Answer | 'hang up')[]
): Promise<{ baseUrl: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const answer = answers[Math.min(received.length, answers.length - 1)] ?? {}
      received.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (answer === 'hang up') return request.socket.destroy()
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      return response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { baseUrl: `http://127.0.0.1:${port}/api`, received }
}

/** A platform answer that carries data. */
export function success(data: unknown): Answer {
  return { body: { success: true, data } }
}
