/** Child process that receives and counts messages over HTTPS. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { text } from 'node:stream/consumers'
import { respondToParent, type Payload } from '../lib/child-process.ts'

let arrived = 0
let last: Payload = {}
const waiting = new Set<{ readonly count: number; readonly done: () => void }>()

respondToParent(async (request) => ('until' in request ? until(Number(request['until'])) : listen(request)))

/** Returns the port. */
async function listen({ key, cert }: Payload): Promise<Payload> {
  const server = createServer({ key: String(key), cert: String(cert) }, (request, response) => {
    void take(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { ...Object(server.address()) }
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { connection: _connection, host: _host, 'content-length': _length, ...headers } = request.headers
  last = { headers, body: await text(request) }
  arrived += 1
  response.writeHead(204).end()
  for (const waiter of waiting) if (arrived >= waiter.count) waiter.done()
}

/** Resolves when this many messages have arrived in total, with the last of them. */
function until(count: number): Promise<Payload> {
  return new Promise((resolve) => {
    const done = () => {
      waiting.delete(waiter)
      resolve({ arrived, ...last })
    }
    const waiter = { count, done }
    waiting.add(waiter)
    if (arrived >= count) done()
  })
}
