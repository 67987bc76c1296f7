import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

interface Received {
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

/** A response in chunks that then ends normally, is cut off, or stays open without data. */
export interface Streamed {
  readonly pieces: readonly string[]
  readonly ending: 'end' | 'cut' | 'stay'
  readonly everyMs?: number
}

interface TestServer {
  readonly baseUrl: string
  readonly received: Received[]
  /** Number of open responses. */
  openCount(): number
}

/** HTTP server on loopback for one test. Sends the given responses in order, repeats the last one, and records requests. */
export async function startServer(
  ...answers: readonly (Answer | Streamed | 'hang up')[]
): Promise<TestServer> {
  const received: Received[] = []
  const open = new Set<ServerResponse>()
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    const body = await text(request)
    const answer = answers[Math.min(received.length, answers.length - 1)] ?? {}
    received.push({ method: request.method, url: request.url, headers: request.headers, body })
    if (answer === 'hang up') request.socket.destroy()
    else if ('pieces' in answer) await streamOut(response, answer)
    else {
      response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
      response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
    }
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { baseUrl: `http://127.0.0.1:${port}/api`, received, openCount: () => open.size }
}

async function streamOut(response: ServerResponse, { pieces, ending, everyMs }: Streamed): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.flushHeaders()
  for (const piece of pieces) {
    // Waits for the flush, so that a cut does not discard earlier chunks.
    await new Promise<void>((resolve) => {
      response.write(piece, () => resolve())
    })
    if (everyMs !== undefined) await delay(everyMs)
  }
  if (ending === 'end') response.end()
  if (ending === 'cut') response.destroy()
}

/** A successful platform response. */
export function success(data: unknown): Answer {
  return { body: { success: true, data } }
}
