import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'

export interface Receiver {
  readonly port: number
  /** What has arrived so far, over all connections. */
  received(): string
  connections(): number
  /** Waits until the other side has left every connection. */
  closed(): Promise<unknown>
  /** How much of the answers has left this process or waits in it. */
  bytesSent(): number
}

/** What a receiver does with a connection, as soon as anything has arrived on it. */
export type Behaviour = (socket: Socket) => void

/** What vitest gives to a test. */
export interface Ending {
  onTestFinished(end: () => void): void
}

interface Place {
  readonly host?: string
  readonly tls?: TlsOptions
}

/** A server on a loopback address that is gone when the test ends. */
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
