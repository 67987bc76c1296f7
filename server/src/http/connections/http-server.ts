/** The only place that creates the servers of the port: HTTP/1.1, and HTTP/2 for gRPC. */
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Http2Server } from 'node:http2'
import type { Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

/** Bounds slow and half-open connections: a minute per request, ten seconds for its headers. */
const headersTimeoutMs = 10_000
const requestTimeoutMs = 60_000
export const idleTimeoutMs = 65_000

/**
 * An HTTP/1.1 server whose port also serves HTTP/2. With a certificate, the handshake agrees on the protocol (ALPN); without one,
 * the first bytes of a connection decide (prior knowledge).
 */
export function createHttpServer(
  handler: RequestListener,
  http2: Http2Server,
  certificate?: Certificate,
): Server {
  const server = createServer(
    {
      headersTimeout: headersTimeoutMs,
      connectionsCheckingInterval: 5_000,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
    },
    handler,
  )
  server.maxRequestsPerSocket = 10_000
  const serveHttp1 = server.listeners('connection')
  server.removeAllListeners('connection')
  const serve = (socket: Socket, isHttp2: boolean) => {
    if (isHttp2) passToHttp2(socket, http2)
    else for (const serveOne of serveHttp1) Reflect.apply(serveOne, server, [socket])
  }
  server.on(
    'connection',
    certificate === undefined
      ? (socket: Socket) => awaitPreface(socket, (isHttp2) => serve(socket, isHttp2))
      : certificate.accept((socket) => serve(socket, socket.alpnProtocol === 'h2')),
  )
  return server
}

/** The HTTP/1.1 server keeps connections open whose client has closed its half. HTTP/2 has no such state: the client has left. */
function passToHttp2(socket: Socket, http2: Http2Server): void {
  socket.allowHalfOpen = false
  http2.emit('connection', socket)
}

/** Start of the connection preface of HTTP/2; no method of HTTP/1.1 begins with it. */
const preface = Buffer.from('PRI ')

/**
 * Peeks at the first bytes and puts them back once they decide: bytes put back earlier would be reported as readable again and
 * again. A connection without any is closed as one without headers.
 */
function awaitPreface(socket: Socket, decide: (isHttp2: boolean) => void): void {
  const timeout = setTimeout(() => socket.destroy(), headersTimeoutMs)
  const close = () => socket.destroy()
  let received = Buffer.alloc(0)
  const onReadable = () => {
    const next: unknown = socket.read()
    if (!Buffer.isBuffer(next)) return
    received = Buffer.concat([received, next])
    const isHttp2 = startsAlike(received)
    if (isHttp2 && received.length < preface.length) return
    stop()
    socket.unshift(received)
    decide(isHttp2)
  }
  const stop = () => {
    clearTimeout(timeout)
    socket.off('readable', onReadable)
    socket.off('end', close)
    socket.off('error', close)
    socket.off('close', stop)
  }
  socket.on('readable', onReadable)
  socket.on('end', close)
  socket.on('error', close)
  socket.on('close', stop)
}

function startsAlike(received: Buffer): boolean {
  const length = Math.min(received.length, preface.length)
  return received.subarray(0, length).equals(preface.subarray(0, length))
}
