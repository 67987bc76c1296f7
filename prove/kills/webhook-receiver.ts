/** Webhook receiver of all parties; accepts and records every message. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fail } from '../../server/test/fixtures/fail.ts'
import { messageLine } from './history.ts'

export interface Receiver {
  readonly port: number
  /** Number of times each message arrived. */
  readonly received: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const received = new Map<string, number>()
  const receive = async (request: IncomingMessage) => {
    const { data }: { data: MessageData } = JSON.parse(await text(request))
    const { agent, taskId, sequence } = data
    if (taskId === undefined || sequence === undefined) return
    const line = messageLine({ agentId: agent?.id ?? fail('a message without an agent'), taskId, sequence })
    received.set(line, (received.get(line) ?? 0) + 1)
  }
  const server = createServer((request, response) => {
    receive(request).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : fail('no port'),
    received,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface MessageData {
  readonly agent?: { readonly id: string }
  readonly taskId?: string
  readonly sequence?: number
}
