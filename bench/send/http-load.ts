/** Child process that sends first messages over HTTP+JSON. */
import { connect } from 'node:net'
import { respondToParent } from '../lib/child-process.ts'
import { placeholder, runLoad, withId, words, type Connection, type Load } from './closed-loop.ts'

respondToParent(async (asked) => runLoad(Object(asked['load']), open))

const message = { messageId: placeholder, role: 'ROLE_USER', parts: [{ text: words }] }
const template = Buffer.from(JSON.stringify({ message }))
const blankLine = Buffer.from('\r\n\r\n')

/** HTTP/1.1 over a socket, without Node's client, for the same reason as `http2-connection.ts`. */
function open({ origin }: Load): Connection {
  const { hostname, port, host } = new URL(origin)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let received: Buffer = Buffer.alloc(0)
  let done: (error?: Error) => void = () => undefined
  socket.on('error', (error) => done(error))
  socket.on('close', () => done(new Error('The connection has closed.')))
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const status = statusOf(received)
    if (status === undefined) return
    received = Buffer.alloc(0)
    done(status === 200 ? undefined : new Error(`status ${status}`))
  })
  return {
    send: (key, name, id) =>
      new Promise((resolve, reject) => {
        done = (error) => (error === undefined ? resolve() : reject(error))
        const head = [
          `POST /api/a2a/v1/agents/${name}/message:send HTTP/1.1`,
          `host: ${host}`,
          'content-type: application/json',
          `content-length: ${template.length}`,
          'a2a-version: 1.0',
          `authorization: Bearer ${key}`,
          `idempotency-key: ${id}`,
          '\r\n',
        ]
        socket.write(Buffer.concat([Buffer.from(head.join('\r\n')), withId(template, id)]))
      }),
    close: () => socket.destroy(),
  }
}

/** Status of a response that has arrived completely. */
function statusOf(response: Buffer): number | undefined {
  const headEnd = response.indexOf(blankLine)
  if (headEnd < 0) return undefined
  const head = response.toString('latin1', 0, headEnd)
  const [, length] = /^content-length: (\d+)/im.exec(head) ?? []
  if (length === undefined) throw new Error('The response has no length.')
  const isComplete = response.length >= headEnd + blankLine.length + Number(length)
  return isComplete ? Number(head.slice(9, 12)) : undefined
}
