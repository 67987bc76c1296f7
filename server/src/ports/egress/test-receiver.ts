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

/** Runs on the first data of a connection. */
export type Behavior = (socket: Socket) => void

/** The part of vitest's test context that is used. */
export interface TestContext {
  onTestFinished(end: () => void): void
}

interface ReceiverOptions {
  readonly host?: string
  readonly tls?: TlsOptions
}

/** A server on loopback that stops when the test ends. */
export async function startReceiver(
  context: TestContext,
  behave: Behavior,
  { host = '127.0.0.1', tls }: ReceiverOptions = {},
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

export const respondWith =
  (text: string): Behavior =>
  (socket) =>
    socket.end(text)

export const resetAfter =
  (text: string): Behavior =>
  (socket) =>
    void socket.write(text, () => socket.resetAndDestroy())

export const ok = respondWith('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine')
