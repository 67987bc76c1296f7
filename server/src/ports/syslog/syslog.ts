/** The only client of a syslog receiver that operators choose: over TCP, TLS or UDP. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, isIPv6, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as setTimer } from 'node:timers/promises'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { second } from '../../lib/clock.ts'

export interface Syslog {
  /** Whether messages need a frame: on a stream, but not in datagrams. */
  readonly framed: boolean
  /**
   * Sends the messages in order. Over TCP and TLS, resolves after the receiver has read them and closed its side in
   * response to ours;
   * over UDP, after they were handed to the network.
   */
  send(messages: readonly string[]): Promise<void>
}

interface SyslogOptions {
  readonly timeoutMs?: number
  /** CA certificates, instead of those that Node trusts. */
  readonly authorities?: readonly string[]
}

const defaultTimeoutMs = 15 * second

export function createSyslog(
  url: string,
  { timeoutMs = defaultTimeoutMs, authorities }: SyslogOptions = {},
): Syslog {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const target = { host, port: Number(port) }
  if (protocol === 'udp:') return { framed: false, send: (messages) => sendDatagrams(target, messages) }
  const open = () =>
    protocol === 'tls:'
      ? connectTls({ ...target, servername: nameFor(host), ...(authorities && { ca: [...authorities] }) })
      : connect(target)
  return { framed: true, send: (messages) => sendStream(open(), messages.join(''), timeoutMs) }
}

interface Target {
  readonly host: string
  readonly port: number
}

/** TLS forbids addresses as server names. */
function nameFor(host: string): string {
  return /^[\d.]+$|:/.test(host) ? '' : host
}

/**
 * Syslog has no acknowledgment. The end of the receiver's side confirms that it has read up to ours, but only if it comes
 * after ours: a receiver that closes earlier may have read nothing. Bytes in a buffer of the network would be lost with
 * the connection.
 */
async function sendStream(socket: Socket, bytes: string, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => socket.destroy(new Error('syslog does not respond')), timeoutMs)
  const ended = once(socket, 'end')
  // Awaited below; a failure before that must not be unhandled.
  ended.catch(() => undefined)
  try {
    socket.resume()
    const roundTripMs = await connected(socket)
    await written(socket, bytes)
    await Promise.race([ended, earlyEndRead(roundTripMs)])
    if (socket.readableEnded || socket.destroyed) throw new Error('syslog closed the connection early')
    socket.end()
    await ended
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
}

const marginMs = 20

/**
 * The end of a receiver that closed while the bytes were on their way arrives within a round trip. A busy process may have
 * received it without having read it, so the event loop turns before the decision.
 */
async function earlyEndRead(roundTripMs: number): Promise<void> {
  await setTimer(2 * roundTripMs + marginMs)
  for (let turns = 0; turns < 3; turns++) await nextTurn()
}

/** Waits for the connection. Returns how long it took, which is at least a round trip. */
async function connected(socket: Socket): Promise<number> {
  const startedAt = performance.now()
  await once(socket, socket instanceof TLSSocket ? 'secureConnect' : 'connect')
  return performance.now() - startedAt
}

/** Waits until the bytes have left this process. */
async function written(socket: Socket, bytes: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
}

async function sendDatagrams({ host, port }: Target, messages: readonly string[]): Promise<void> {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  try {
    for (const message of messages) {
      await new Promise<void>((resolve, reject) => {
        socket.send(message, port, host, (error) => (error ? reject(error) : resolve()))
      })
    }
  } finally {
    socket.close()
  }
}
