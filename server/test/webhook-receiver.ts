/** What tests of webhooks share: receivers that speak real HTTP on this machine, and workers that are run by hand. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import { relayEvents } from '../src/events/relay.ts'
import { dispatchEvents } from '../src/events/delivery/dispatch.ts'
import { sendDeliveries } from '../src/events/delivery/send.ts'
import { fail, type Souk } from './harness.ts'

export interface Arrived {
  readonly id: string
  readonly headers: Record<string, string>
  readonly body: string
  /** When it was sent, by the clock of the test. */
  readonly at: Date
  /** The name of the host it was sent to, without what makes it this machine. */
  readonly name: string
}

/** What a receiver does with a message: answers with a status, never answers, or hangs up. */
export type Reaction = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'reset'

export interface Receiver {
  readonly arrived: Arrived[]
  /** An address of this receiver; each name counts as a host of its own. */
  url(name?: string): string
  react: (message: Arrived) => Reaction
  close(): Promise<void>
}

export async function openReceiver(souk: () => Souk): Promise<Receiver> {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = flat(request.headers)
    const message = {
      id: headers['webhook-id'] ?? '',
      headers,
      body: await text(request),
      at: souk().clock.now(),
      name: (headers['host'] ?? '').split('.')[0] ?? '',
    }
    receiver.arrived.push(message)
    act(receiver.react(message), response)
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address === null || typeof address === 'string' ? fail('no port') : address.port
  const receiver: Receiver = {
    arrived: [],
    url: (name = 'hooks') => `http://${name}.localhost:${port}/souk`,
    react: () => ({ status: 204 }),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

function act(reaction: Reaction, response: ServerResponse): void {
  if (reaction === 'hang') return
  if (reaction === 'reset') response.socket?.resetAndDestroy()
  else response.writeHead(reaction.status, reaction.headers).end(reaction.body)
}

function flat(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
}

/** Lets everything happen that can happen without the clock going on. */
export async function deliverAll({ context }: Souk): Promise<void> {
  for (let moved = 1; moved > 0;) {
    moved = await relayEvents(context)
    moved += await dispatchEvents(context)
    moved += await sendDeliveries(context)
    await context.traffic.settled(30_000)
  }
}

/** Checks a message as a receiver does that knows nothing of us but the standard, and answers what it says. */
export function verified(message: Arrived, secret: string): unknown {
  // Its clock is the real one, which must be near the time of sending.
  vi.useFakeTimers({ now: message.at, toFake: ['Date'] })
  try {
    const key = secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(secret, { format: 'raw' })
    return key.verify(message.body, message.headers)
  } finally {
    vi.useRealTimers()
  }
}

/** What a message to a webhook says. */
export function said({ body }: Arrived): { type: string; data: Record<string, unknown> } {
  return JSON.parse(body)
}
