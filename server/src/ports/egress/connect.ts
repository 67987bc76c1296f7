/** The only place that opens connections to where a user pointed. */
import { once } from 'node:events'
import { connect as openTcp, type Socket } from 'node:net'
import { connect as openTls, type TLSSocket } from 'node:tls'
import { readAddress } from './addresses.ts'
import { startDeadline } from './deadline.ts'
import { codeOf, EgressFailure } from './result.ts'

/** Opens a connection to an address, which is never a name. */
export type Connect = (address: string, port: number) => Socket

export const connectTcp: Connect = (host, port) => openTcp({ host, port, noDelay: true })

interface Destination {
  /** Checked; the connection goes to the first of them that answers. */
  readonly addresses: readonly string[]
  readonly port: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

const addressesTried = 4

/** Connects, and makes sure that the other side is who was meant before a byte is written. */
export async function connectTo(destination: Destination, connect: Connect): Promise<Socket> {
  const addresses = destination.addresses.slice(0, addressesTried)
  let failure = new EgressFailure('connect_failed')
  for (const address of addresses) {
    const socket = quiet(connect(address, destination.port))
    const ownTime = startDeadline(Math.ceil(destination.timeoutMs / addresses.length), destination.signal)
    try {
      await once(socket, 'connect', { signal: ownTime.signal })
      requirePeer(socket, address, destination.port)
      return socket
    } catch (error) {
      socket.destroy()
      if (error instanceof EgressFailure) throw error
      failure = new EgressFailure(codeOf(error) === 'ABORT_ERR' ? 'connect_timeout' : 'connect_failed')
    } finally {
      ownTime.cancel()
    }
  }
  throw failure
}

function requirePeer(socket: Socket, address: string, port: number): void {
  // It is unknown when the other side has hung up in the meantime.
  if (socket.remoteAddress === undefined) throw new EgressFailure('reset')
  const same = readAddress(socket.remoteAddress)?.text === address && socket.remotePort === port
  if (!same) throw new EgressFailure('blocked_address')
}

interface Identity {
  readonly host: string
  readonly signal: AbortSignal
  /** Who may vouch for the host, instead of those that Node trusts. */
  readonly authorities: readonly string[] | undefined
}

/** Speaks TLS on a connection, and makes sure that the other side holds a certificate for the host. */
export async function secure(socket: Socket, { host, signal, authorities }: Identity): Promise<TLSSocket> {
  const secured = quiet(
    openTls({
      socket,
      host,
      // Certificates name addresses too, but the handshake may announce only a name.
      ...(readAddress(host) === undefined && { servername: host }),
      ...(authorities !== undefined && { ca: [...authorities] }),
      minVersion: 'TLSv1.2',
      // Said, because the environment could otherwise turn it off.
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

/** Errors of a socket that nobody waits for any more must not end the process. */
function quiet<T extends Socket>(socket: T): T {
  socket.on('error', () => undefined)
  return socket
}
