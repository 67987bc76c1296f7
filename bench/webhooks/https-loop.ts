/** Peer process: sends one signed message repeatedly with `node:https`, each on a new connection; records nothing. */
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { respondToParent, type Payload } from '../lib/child-process.ts'

respondToParent(async ({ count, concurrency, hosts, port, ca, headers, body }) => {
  const hostNames: readonly string[] = Object(hosts)
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0, ca: String(ca) })
  let left = Number(count)
  const work = async () => {
    while (left > 0) {
      left -= 1
      const host = hostNames[left % hostNames.length] ?? ''
      await post({ host, port: Number(port), agent, headers: Object(headers), body: String(body) })
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, work))
  return {}
})

interface Message {
  readonly host: string
  readonly port: number
  readonly agent: Agent
  readonly headers: Payload
  readonly body: string
}

async function post({ host, port, agent, headers, body }: Message): Promise<void> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    agent,
    servername: host,
    method: 'POST',
    path: '/souk',
    headers: { ...headers, Host: `${host}:${port}`, 'Content-Length': Buffer.byteLength(body) },
  })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  if (response.statusCode !== 204) throw new Error(`the receiver returned ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}
