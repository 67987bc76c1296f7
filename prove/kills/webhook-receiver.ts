/** Where the webhooks of all parties lead: it takes everything, and remembers what it heard. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { fail } from '../../server/test/fixtures/harness.ts'
import { newsLine } from './history.ts'

export interface Receiver {
  readonly port: number
  /** How often each piece of news arrived. */
  readonly heard: ReadonlyMap<string, number>
  close(): Promise<void>
}

export async function openReceiver(): Promise<Receiver> {
  const heard = new Map<string, number>()
  const take = async (request: IncomingMessage) => {
    const { data }: { data: Told } = JSON.parse(await text(request))
    const { agent, taskId, sequence } = data
    if (taskId === undefined || sequence === undefined) return
    const line = newsLine({ agentId: agent?.id ?? fail('news for nobody'), taskId, sequence })
    heard.set(line, (heard.get(line) ?? 0) + 1)
  }
  const server = createServer((request, response) => {
    take(request).then(
      () => response.writeHead(204).end(),
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : fail('no port'),
    heard,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Told {
  readonly agent?: { readonly id: string }
  readonly taskId?: string
  readonly sequence?: number
}
