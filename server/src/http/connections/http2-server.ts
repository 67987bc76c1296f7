import { constants, createServer, type Http2Server, type ServerHttp2Session } from 'node:http2'
import type { Socket } from 'node:net'
import { idleTimeoutMs } from './http-server.ts'

/** Bounds of one connection. Every stream and header uses memory before its request can be counted against a limit. */
const limits = {
  maxSessionInvalidFrames: 100,
  maxSessionRejectedStreams: 50,
  maxSettings: 32,
  maxHeaderListPairs: 100,
  maxSessionMemory: 10,
  settings: { maxConcurrentStreams: 200, maxHeaderListSize: 16_384, enablePush: false },
} as const

/** Maximum stream resets per window; more are treated as a rapid-reset attack (CVE-2023-44487). */
const resetsMax = 200
const resetWindowMs = 10_000

/**
 * Unsent bytes of reset streams, after which a connection is closed. Node counts them against `maxSessionMemory` for as long as
 * the session lives, so that canceled calls would in the end make it refuse every new one.
 */
const unsentBytesMax = 2_000_000

/** A connection with open streams is checked by PING, which detects clients that have vanished. */
const pingIntervalMs = 20_000

/**
 * PINGs that a connection may send within the window. Clients measure bandwidth by a PING per received message, so PINGs beyond
 * it are an attack only if their replies are most of what the server sends.
 */
const pingsMax = 100
const pingWindowMs = 10_000
const pingFrameBytes = 17

/** HTTP/2 without a listening socket: `http-server.ts` passes the connections on. */
export function createHttp2Server(
  timeouts = { idleMs: idleTimeoutMs },
): Http2Server & { readonly sessions: ReadonlySet<ServerHttp2Session> } {
  const server = createServer(limits)
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
    limitResets(session)
    closeWhenUnsent(session)
    limitPings(session)
    closeWhenIdle(session, timeouts.idleMs)
    pingWhileOpen(session)
  })
  // A broken connection closes its session; without a listener, the error would end the process.
  server.on('sessionError', () => undefined)
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined))
  return Object.assign(server, { sessions })
}

function limitResets(session: ServerHttp2Session): void {
  let resets = 0
  const window = setInterval(() => (resets = 0), resetWindowMs).unref()
  session.on('close', () => clearInterval(window))
  session.on('stream', (stream) => {
    stream.on('close', () => {
      // A client can name any code, even NO_ERROR, so an incomplete stream counts as reset too.
      if ((stream.rstCode === constants.NGHTTP2_NO_ERROR && !stream.aborted) || ++resets <= resetsMax) return
      session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
    })
  })
}

/** Open streams complete; clients open a new connection for the next call. */
function closeWhenUnsent(session: ServerHttp2Session): void {
  let unsentBytes = 0
  session.on('stream', (stream) => {
    stream.on('close', () => {
      unsentBytes += stream.writableLength
      if (unsentBytes > unsentBytesMax) session.close()
    })
  })
}

/** Node replies to PINGs. Too many close the connection with ENHANCE_YOUR_CALM, so that gRPC clients back off. */
function limitPings(session: ServerHttp2Session): void {
  let pings = 0
  let sentBefore = 0
  const sent = () => (session.destroyed ? 0 : session.socket.bytesWritten)
  const window = setInterval(() => {
    pings = 0
    sentBefore = sent()
  }, pingWindowMs).unref()
  session.on('close', () => clearInterval(window))
  session.on('ping', () => {
    pings++
    if (pings <= pingsMax || sent() - sentBefore > 2 * pings * pingFrameBytes) return
    session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM, 0, Buffer.from('too_many_pings'))
    session.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM)
  })
}

/** Closes a connection without streams as HTTP/1.1 closes idle ones. */
function closeWhenIdle(session: ServerHttp2Session, idleMs: number): void {
  let open = 0
  let idle: NodeJS.Timeout | undefined
  const startTimer = () => {
    idle = setTimeout(() => session.close(), idleMs).unref()
  }
  startTimer()
  session.on('stream', (stream) => {
    open++
    clearTimeout(idle)
    stream.on('close', () => {
      if (--open === 0 && !session.closed) startTimer()
    })
  })
  session.on('close', () => clearTimeout(idle))
}

function pingWhileOpen(session: ServerHttp2Session): void {
  let isAnswered = true
  const timer = setInterval(() => {
    if (!isAnswered) return session.destroy()
    isAnswered = false
    session.ping((error) => (isAnswered = error === null))
  }, pingIntervalMs).unref()
  session.on('close', () => clearInterval(timer))
}
