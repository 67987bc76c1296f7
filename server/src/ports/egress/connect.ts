/** The only place that connects to user-supplied addresses. */
import { once } from 'node:events'
import { connect as openTcp, type Socket } from 'node:net'
import { connect as openTls, type TLSSocket } from 'node:tls'
import { readAddress } from './addresses.ts'
import { startDeadline } from './deadline.ts'
import { codeOf, EgressFailure } from './result.ts'

/** Connects to an IP address, never to a name. */
export type Connect = (address: string, port: number) => Socket

export const connectTcp: Connect = (host, port) => openTcp({ host, port, noDelay: true })

interface Destination {
  /** Checked addresses; the first that accepts is used. */
  readonly addresses: readonly string[]
  readonly port: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const addressesMax = 4

/** Connects, and verifies the peer address before a byte is written. */
export async function connectTo(destination: Destination, connect: Connect): Promise<Socket> {
  const addresses = destination.addresses.slice(0, addressesMax)
  let failure = new EgressFailure('connect_failed')
  for (const address of addresses) {
    const socket = ignoreErrors(connect(address, destination.port))
    const deadline = startDeadline(Math.ceil(destination.timeoutMs / addresses.length), destination.signal)
    try {
      await once(socket, 'connect', { signal: deadline.signal })
      requirePeer(socket, address, destination.port)
      return socket
    } catch (error) {
      socket.destroy()
      if (error instanceof EgressFailure) throw error
      failure = new EgressFailure(codeOf(error) === 'ABORT_ERR' ? 'connect_timeout' : 'connect_failed')
    } finally {
      deadline.cancel()
    }
  }
  throw failure
}

function requirePeer(socket: Socket, address: string, port: number): void {
  // Undefined if the peer has already disconnected.
  if (socket.remoteAddress === undefined) throw new EgressFailure('reset')
  const same = readAddress(socket.remoteAddress)?.text === address && socket.remotePort === port
  if (!same) throw new EgressFailure('blocked_address')
}

interface Identity {
  readonly host: string
  readonly signal: AbortSignal
  /** CA certificates, instead of those that Node trusts. */
  readonly authorities: readonly string[] | undefined
}

/** Starts TLS and verifies the certificate of the host. */
export async function startTls(socket: Socket, { host, signal, authorities }: Identity): Promise<TLSSocket> {
  const secured = ignoreErrors(
    openTls({
      socket,
      host,
      // SNI allows only names, although certificates can contain IP addresses.
      ...(readAddress(host) === undefined && { servername: host }),
      ...(authorities !== undefined && { ca: [...authorities] }),
      minVersion: 'TLSv1.2',
      // Explicit, because an environment variable could disable it.
      rejectUnauthorized: true,
      ALPNProtocols: ['http/1.1'],
    }),
  )
  try {
    await once(secured, 'secureConnect', { signal })
    return secured
  } catch (error) {
    throw new EgressFailure(handshakeFailures[codeOf(error)] ?? 'tls_invalid')
  }
}

const handshakeFailures: Readonly<Record<string, 'connect_timeout' | 'reset'>> = {
  ABORT_ERR: 'connect_timeout',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
}

/** Errors of an abandoned socket must not crash the process. */
function ignoreErrors<T extends Socket>(socket: T): T {
  socket.on('error', () => undefined)
  return socket
}
