/** Child process that sends first messages over HTTP+JSON. */
import { Agent, request } from 'node:http'
import { respondToParent } from '../lib/child-process.ts'
import { placeholder, runLoad, withId, words, type Connection, type Load } from './closed-loop.ts'

respondToParent(async (asked) => runLoad(Object(asked['load']), open))

const message = { messageId: placeholder, role: 'ROLE_USER', parts: [{ text: words }] }
const template = Buffer.from(JSON.stringify({ message }))

function open({ origin }: Load): Connection {
  const { hostname, port } = new URL(origin)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    send: (key, name, id) =>
      new Promise((resolve, reject) => {
        const path = `/api/a2a/v1/agents/${name}/message:send`
        const headers = {
          'content-type': 'application/json',
          'content-length': template.length,
          'a2a-version': '1.0',
          authorization: `Bearer ${key}`,
          'idempotency-key': id,
        }
        const sending = request({ agent, hostname, port, method: 'POST', path, headers }, (response) => {
          response.resume()
          response.on('end', () => {
            if (response.statusCode === 200) resolve()
            else reject(new Error(`status ${response.statusCode}`))
          })
        })
        sending.on('error', reject)
        sending.end(withId(template, id))
      }),
    close: () => agent.destroy(),
  }
}
