/** Child process that sends first messages by gRPC. wrk has no HTTP/2; requests are prepared, to keep the cost of Node low. */
import { connect, type ClientHttp2Session } from 'node:http2'
import { frame } from '../../server/src/http/bindings/grpc/framing.ts'
import { methodOf, pathOf } from '../../server/test/fixtures/grpc-call.ts'
import { encode } from '../../server/src/http/bindings/grpc/protobuf/encode.ts'
import { respondToParent, type Payload } from '../lib/child-process.ts'

interface Load {
  readonly origin: string
  readonly keys: readonly string[]
  readonly names: readonly string[]
  readonly connections: number
  readonly seconds: number
}

respondToParent(async (request) => send(Object(request['load'])))

const idLength = 20
const placeholder = 'x'.repeat(idLength)
const words = 'Please translate the letter that I sent you yesterday into English, and keep its tone.'

let sent = 0
const prefix = Date.now().toString(36)

/** Each connection sends one message after the other, as wrk does. */
async function send({ origin, keys, names, connections, seconds }: Load): Promise<Payload> {
  const templates = names.map(templateFor)
  const latencies: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  const work = async () => {
    const session = connect(origin)
    while (performance.now() < end) {
      const begun = performance.now()
      await sendOne(session, pick(keys), pick(templates))
      latencies.push(performance.now() - begun)
    }
    session.destroy()
  }
  await Promise.all(Array.from({ length: connections }, work))
  const sorted = latencies.toSorted((left, right) => left - right)
  const percentile = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  const value = latencies.length / ((performance.now() - start) / 1000)
  return { value, more: { p50: percentile(0.5), p99: percentile(0.99) } }
}

/** A framed request with a placeholder for the id of the message. */
function templateFor(tenant: string): Buffer {
  const message = { messageId: placeholder, role: 'ROLE_USER', parts: [{ text: words }] }
  return frame(encode(methodOf('SendMessage').request, { tenant, message }))
}

function sendOne(session: ClientHttp2Session, key: string, template: Buffer): Promise<void> {
  const id = `${prefix}-${++sent}`.padEnd(idLength, '.')
  const body = Buffer.from(template)
  body.write(id, body.indexOf(placeholder))
  const stream = session.request({
    ':method': 'POST',
    ':path': pathOf('SendMessage'),
    'content-type': 'application/grpc+proto',
    te: 'trailers',
    'a2a-version': '1.0',
    authorization: `Bearer ${key}`,
    'idempotency-key': id,
  })
  stream.end(body)
  stream.resume()
  return new Promise((resolve, reject) => {
    stream.on('trailers', ({ 'grpc-status': status }) => {
      if (status === '0') resolve()
      else reject(new Error(`gRPC status ${String(status)}`))
    })
    stream.on('close', () => reject(new Error('no trailers')))
    stream.on('error', reject)
  })
}

function pick<T>(items: readonly T[]): T {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
