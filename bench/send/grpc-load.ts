/** Child process that sends first messages over gRPC. */
import { connect, type ClientHttp2Session } from 'node:http2'
import { frame } from '../../server/src/http/bindings/grpc/framing.ts'
import { methodOf, pathOf } from '../../server/test/fixtures/grpc-call.ts'
import { encode } from '../../server/src/http/bindings/grpc/protobuf/encode.ts'
import { respondToParent } from '../lib/child-process.ts'
import { placeholder, runLoad, withId, words, type Connection, type Load } from './closed-loop.ts'

respondToParent(async (request) => runLoad(Object(request['load']), open))

const templates = new Map<string, Buffer>()

/** A framed request with a placeholder for the id of the message. */
function templateFor(tenant: string): Buffer {
  const message = { messageId: placeholder, role: 'ROLE_USER', parts: [{ text: words }] }
  return frame(encode(methodOf('SendMessage').request, { tenant, message }))
}

/** The callers of a process share one connection, as those of a gRPC channel do. The last one closes it. */
let channel: ClientHttp2Session | undefined
let callers = 0

function open({ origin, names }: Load): Connection {
  for (const name of names) if (!templates.has(name)) templates.set(name, templateFor(name))
  channel ??= connect(origin)
  const session = channel
  callers++
  return {
    send: (key, name, id) => {
      const stream = session.request({
        ':method': 'POST',
        ':path': pathOf('SendMessage'),
        'content-type': 'application/grpc+proto',
        te: 'trailers',
        'a2a-version': '1.0',
        authorization: `Bearer ${key}`,
        'idempotency-key': id,
      })
      stream.end(withId(templates.get(name) ?? Buffer.alloc(0), id))
      stream.resume()
      return new Promise((resolve, reject) => {
        stream.on('trailers', ({ 'grpc-status': status }) => {
          if (status === '0') resolve()
          else reject(new Error(`gRPC status ${String(status)}`))
        })
        stream.on('close', () => reject(new Error('no trailers')))
        stream.on('error', reject)
      })
    },
    close: () => {
      if (--callers > 0) return
      session.close()
      channel = undefined
    },
  }
}
