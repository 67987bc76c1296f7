/** The only client of a syslog receiver that operators choose: over TCP, TLS or UDP. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, isIPv6, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { second } from '../../lib/clock.ts'

export interface Syslog {
  /** Whether messages need a frame: on a stream, but not in datagrams. */
  readonly framed: boolean
  /**
   * Sends the messages in order. Over TCP and TLS, resolves after the receiver has read them and closed its side;
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
 * Syslog has no acknowledgment. The end of the receiver's side confirms that it has read up to ours; bytes in a buffer
 * of the network would be lost with the connection.
 */
async function sendStream(socket: Socket, bytes: string, timeoutMs: number): Promise<void> {
  const timer = setTimeout(() => socket.destroy(new Error('syslog does not respond')), timeoutMs)
  try {
    socket.end(bytes)
    socket.resume()
    await once(socket, 'end')
  } finally {
    clearTimeout(timer)
    socket.destroy()
  }
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
