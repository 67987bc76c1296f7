import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

export interface Receiver {
  readonly port: number
  /** Bytes received so far, over all connections. */
  received(): string
  connections(): number
  /** Resolves when every connection is closed by the peer. */
  closed(): Promise<unknown>
  /** Response bytes sent or buffered. */
  bytesSent(): number
}

/** What a receiver does once a connection has data. */
export type Behaviour = (socket: Socket) => void

/** The part of vitest's test context that is used. */
export interface Ending {
  onTestFinished(end: () => void): void
}

interface Place {
  readonly host?: string
  readonly tls?: TlsOptions
}

/** A server on loopback that stops when the test ends. */
export async function startReceiver(
  context: Ending,
  behave: Behaviour,
  { host = '127.0.0.1', tls }: Place = {},
): Promise<Receiver> {
  const sockets = new Set<Socket>()
  let received = ''
  const accept = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
    })
    socket.once('data', () => behave(socket))
  }
  const server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept)
  server.listen(0, host)
  await once(server, 'listening')
  context.onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    received: () => received,
    connections: () => sockets.size,
    closed: () =>
      Promise.all([...sockets].filter(({ closed }) => !closed).map((socket) => once(socket, 'close'))),
    bytesSent: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
  }
}

export const answering =
  (text: string): Behaviour =>
  (socket) =>
    socket.end(text)

export const resetting =
  (text: string): Behaviour =>
  (socket) =>
    void socket.write(text, () => socket.resetAndDestroy())

export const ok = answering('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine')
