import { once } from 'node:events'
import { connect, constants, type ClientHttp2Session } from 'node:http2'
import { createConnection, createServer } from 'node:net'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttp2Server } from './http2-server.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const closable of open.splice(0)) closable.close()
})

/** A client of a listening server, which responds with this body. */
async function start(idleMs: number, body: string | Buffer = 'done'): Promise<ClientHttp2Session> {
  const http2 = createHttp2Server({ idleMs })
  http2.on('stream', (stream) => {
    stream.respond({ ':status': 200 })
    stream.end(body)
  })
  const session = connect(`http://127.0.0.1:${await listen(http2)}`)
  session.on('error', () => undefined)
  await once(session, 'remoteSettings')
  open.push({ close: () => session.destroy() })
  return session
}

async function listen(http2: ReturnType<typeof createHttp2Server>): Promise<number> {
  const listener = createServer((socket) => http2.emit('connection', socket)).listen(0, '127.0.0.1')
  open.push(listener)
  await once(listener, 'listening')
  return Number(Object(listener.address()).port)
}

const frameTypes = { headers: 1, reset: 3, settings: 4 } as const

function frameOf(type: number, flags: number, streamId: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(streamId, 5)
  return Buffer.concat([head, payload])
}

async function call(session: ClientHttp2Session): Promise<void> {
  const stream = session.request({ ':method': 'POST', ':path': '/' })
  stream.end()
  stream.resume()
  await once(stream, 'end')
}

/** Cancels a call once its response has begun; returns the code that closed it. */
async function cancel(session: ClientHttp2Session): Promise<number | undefined> {
  const stream = session.request({ ':path': '/' })
  stream.once('response', () => stream.close(constants.NGHTTP2_CANCEL)).on('error', () => undefined)
  await new Promise<void>((resolve) => stream.once('close', resolve))
  return stream.rstCode
}

describe('createHttp2Server', () => {
  it('replies to PING', async () => {
    const session = await start(10_000)
    const ping = promisify<number>((done) => session.ping((error, ms) => done(error, ms)))
    expect(await ping()).toBeGreaterThan(0)
  })

  it('closes a connection that floods it with PINGs, with ENHANCE_YOUR_CALM', async () => {
    const session = await start(10_000)
    const calmed = once(session, 'goaway')
    for (let count = 0; count < 300 && !session.destroyed; count++) {
      session.ping(() => undefined)
      if (count % 5 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    const [code, , reason] = await calmed
    expect([code, String(reason)]).toEqual([constants.NGHTTP2_ENHANCE_YOUR_CALM, 'too_many_pings'])
    if (!session.destroyed) await once(session, 'close')
  })

  it('closes a connection that resets its streams, even with NO_ERROR', async () => {
    const socket = createConnection(await listen(createHttp2Server()), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    open.push({ close: () => socket.destroy() })
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    socket.write(frameOf(frameTypes.settings, 0, 0, Buffer.alloc(0)))
    // POST, http and / of the static table of HPACK, and an authority.
    const headers = Buffer.concat([Buffer.from([0x83, 0x86, 0x84, 0x01, 4]), Buffer.from('souk')])
    for (let id = 1; id < 800 && !socket.destroyed; id += 2) {
      socket.write(frameOf(frameTypes.headers, 4, id, headers))
      socket.write(frameOf(frameTypes.reset, 0, id, Buffer.alloc(4)))
      if (id % 20 === 1) await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await closed
  })

  it('closes a connection whose calls are canceled before it refuses new ones, and completes open calls', async () => {
    const body = Buffer.alloc(1_000_000)
    const session = await start(10_000, body)
    const goaway = once(session, 'goaway')
    const kept = session.request({ ':path': '/' })
    await once(kept, 'response')
    const codes: (number | undefined)[] = []
    while (!session.closed && codes.length < 100) codes.push(await cancel(session))
    const [code] = await goaway
    expect(code).toBe(constants.NGHTTP2_NO_ERROR)
    // Clients repeat a call that crosses the GOAWAY.
    if (codes.at(-1) === constants.NGHTTP2_REFUSED_STREAM) codes.pop()
    expect(new Set(codes)).toEqual(new Set([constants.NGHTTP2_CANCEL]))
    const chunks: Buffer[] = await kept.toArray()
    expect(Buffer.concat(chunks)).toHaveLength(body.length)
    if (!session.destroyed) await once(session, 'close')
  })

  it('allows a PING with every call', async () => {
    const session = await start(10_000)
    for (let count = 0; count < 150; count++) {
      session.ping(() => undefined)
      await call(session)
    }
    expect(session.destroyed).toBe(false)
  })

  it('closes an idle connection, and none with an open call', async () => {
    const session = await start(600)
    const closed = once(session, 'close')
    for (let count = 0; count < 4; count++) {
      await new Promise((resolve) => setTimeout(resolve, 200))
      await call(session)
    }
    await closed
  })
})
