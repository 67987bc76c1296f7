import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createHttpServer } from './http-server.ts'
import { createHttp2Server } from './http2-server.ts'

const open: { close(): unknown }[] = []
let port = 0

beforeEach(async () => {
  const http2 = createHttp2Server({ idleMs: 10_000 })
  const server = createHttpServer((request, response) => response.end(request.method), http2)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = Number(Object(server.address()).port)
  open.push({ close: () => server.close() })
})

afterEach(() => {
  for (const closable of open.splice(0).toReversed()) closable.close()
})

async function connectTo(): Promise<Socket> {
  const socket = createConnection(port, '127.0.0.1').setNoDelay()
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  open.push({ close: () => socket.destroy() })
  return socket
}

/** Sends every byte as a packet of its own. */
async function sendBytes(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text)) {
    await new Promise((sent) => socket.write(Buffer.of(byte), sent))
    await nextTurn()
  }
}

async function post(): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: { connection: 'close' },
  })
  return response.text()
}

describe('createHttpServer', () => {
  it.each(['GET', 'POST', 'PROPFIND'])('serves a %s that arrives byte by byte', async (method) => {
    const socket = await connectTo()
    await sendBytes(socket, `${method} / HTTP/1.1\r\nhost: souk\r\n\r\n`)
    const [first] = await once(socket, 'data')
    expect(String(first)).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('serves HTTP/2 whose preface arrives byte by byte', async () => {
    const socket = await connectTo()
    await sendBytes(socket, 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    const [first] = await once(socket, 'data')
    const settingsFrame = 4
    expect(first[3]).toBe(settingsFrame)
  })

  it.each(['P', 'PR', 'PRI'])('serves other connections while one has sent only %s', async (start) => {
    const socket = await connectTo()
    await sendBytes(socket, start)
    expect(await post()).toBe('POST')
  })

  it.each(['', 'P', 'PRI'])('closes a connection that ends after "%s"', async (start) => {
    const socket = await connectTo()
    socket.resume()
    await sendBytes(socket, start)
    socket.end()
    await once(socket, 'close')
    expect(await post()).toBe('POST')
  })
})
