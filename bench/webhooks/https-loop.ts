/** Sends a message again and again by `node:https`, many at once and each on a connection of its own; nothing is kept. */
import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { answering, type Said } from '../lib/child-process.ts'

answering(async ({ count, atOnce, hosts, port, ca, headers, body }) => {
  const names: readonly string[] = Object(hosts)
  const agent = new Agent({ keepAlive: false, maxCachedSessions: 0, ca: String(ca) })
  let left = Number(count)
  const work = async () => {
    while (left > 0) {
      left -= 1
      const host = names[left % names.length] ?? ''
      await post({ host, port: Number(port), agent, headers: Object(headers), body: String(body) })
    }
  }
  await Promise.all(Array.from({ length: Number(atOnce) }, work))
  return {}
})

interface Message {
  readonly host: string
  readonly port: number
  readonly agent: Agent
  readonly headers: Said
  readonly body: string
}

async function post({ host, port, agent, headers, body }: Message): Promise<void> {
  const sent = request({
    host: '127.0.0.1',
    port,
    agent,
    servername: host,
    method: 'POST',
    path: '/souk',
    headers: { ...headers, Host: `${host}:${port}`, 'Content-Length': Buffer.byteLength(body) },
  })
  sent.end(body)
  const [response] = await once(sent, 'response')
  if (response.statusCode !== 204) throw new Error(`answered with ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}
