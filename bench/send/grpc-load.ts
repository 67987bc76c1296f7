/** Child process that sends first messages over gRPC. */
import { frame } from '../../server/src/http/bindings/grpc/framing.ts'
import { encode } from '../../server/src/http/bindings/grpc/protobuf/encode.ts'
import { methodOf, pathOf } from '../../server/test/fixtures/a2a/grpc-call.ts'
import { respondToParent } from '../lib/child-process.ts'
import { placeholder, runLoad, withId, words, type Connection, type Load } from './closed-loop.ts'
import { connectHttp2, type Http2Connection } from './http2-connection.ts'

respondToParent(async (request) => runLoad(Object(request['load']), open))

const templates = new Map<string, Buffer>()

/** A framed request with a placeholder for the id of the message. */
function templateFor(tenant: string): Buffer {
  const message = { messageId: placeholder, role: 'ROLE_USER', parts: [{ text: words }] }
  return frame(encode(methodOf('SendMessage').request, { tenant, message }))
}

/** The callers of a process share one connection, as those of a gRPC channel do. The last one closes it. */
let channel: Http2Connection | undefined
let callers = 0

function open({ origin, names }: Load): Connection {
  for (const name of names) if (!templates.has(name)) templates.set(name, templateFor(name))
  const connection = (channel ??= connectHttp2(origin))
  const { host } = new URL(origin)
  callers++
  return {
    send: (key, name, id) =>
      connection.post(
        {
          ':method': 'POST',
          ':scheme': 'http',
          ':authority': host,
          ':path': pathOf('SendMessage'),
          'content-type': 'application/grpc+proto',
          te: 'trailers',
          'a2a-version': '1.0',
          authorization: `Bearer ${key}`,
          'idempotency-key': id,
        },
        withId(templates.get(name) ?? Buffer.alloc(0), id),
      ),
    close: () => {
      if (--callers > 0) return
      connection.close()
      channel = undefined
    },
  }
}
