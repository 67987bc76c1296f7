/** TCP proxy that injects network faults. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../server/test/fixtures/fail.ts'

type Direction = 'onward' | 'back'

/** Bytes on their way; `connection` identifies the proxied connection. */
export interface Chunk {
  readonly connection: object
  readonly direction: Direction
  readonly bytes: Buffer
}

/**
 * Fate of a chunk: it passes, or the connection is cut before it, after it, or inside it. Forwarded bytes reach
 * the server, but the caller receives nothing more.
 */
export type Fate = 'pass' | 'cut before' | 'cut after' | { readonly cutAfterBytes: number }

export interface TcpProxy {
  readonly port: number
  /** Decides the fate of every chunk; passes all of them by default. */
  decideFate: (chunk: Chunk) => Fate
  /** Delay of every chunk. */
  latencyMs: number
  /** Stalls all traffic in both directions without closing connections. */
  swallow(on: boolean): void
  /** Resets new connections. */
  refuse(on: boolean): void
  /** Resets all connections, as a restarted firewall does. */
  cutAll(): void
  connections(): number
  close(): Promise<void>
}

type Target = { readonly path: string } | { readonly host: string; readonly port: number }

export async function openTcpProxy(target: Target): Promise<TcpProxy> {
  const connections = new Set<ProxiedConnection>()
  let [isSwallowing, isRefusing] = [false, false]
  const server = createServer((near) => {
    if (isRefusing) return void near.resetAndDestroy()
    const connection = forward(near, connect(target), proxy)
    connections.add(connection)
    if (isSwallowing) connection.pause(true)
    near.once('close', () => connections.delete(connection))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address !== null ? address.port : fail('no port'),
    decideFate: () => 'pass',
    latencyMs: 0,
    swallow: (on) => {
      isSwallowing = on
      for (const connection of connections) connection.pause(on)
    },
    refuse: (on) => {
      isRefusing = on
    },
    cutAll: () => {
      for (const connection of connections) connection.cut()
    },
    connections: () => connections.size,
    close: async () => {
      proxy.cutAll()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

interface ProxiedConnection {
  pause(on: boolean): void
  cut(): void
}

function forward(
  near: Socket,
  far: Socket,
  proxy: Pick<TcpProxy, 'decideFate' | 'latencyMs'>,
): ProxiedConnection {
  const cut = () => {
    near.resetAndDestroy()
    far.destroy()
  }
  const pause = (on: boolean) => {
    for (const socket of [near, far]) {
      if (on) socket.pause()
      else socket.resume()
    }
  }
  const connection = { pause, cut }
  const flow = (from: Socket, to: Socket, direction: Direction) => {
    const arrive = (bytes: Buffer) => {
      if (near.destroyed || far.destroyed) return
      const fate = proxy.decideFate({ connection, direction, bytes })
      if (fate === 'pass') return void to.write(bytes)
      if (fate === 'cut before') return cut()
      // An orderly shutdown, because a reset could discard the forwarded bytes.
      to.end(fate === 'cut after' ? bytes : bytes.subarray(0, fate.cutAfterBytes))
      if (direction === 'onward') near.resetAndDestroy()
      else far.destroy()
    }
    let earlier = Promise.resolve()
    from.on('data', (bytes: Buffer) => {
      const due = performance.now() + proxy.latencyMs
      earlier = earlier.then(() => until(due)).then(() => arrive(bytes))
    })
    from.once('end', () => void earlier.then(() => to.end()))
    from.once('close', () => void earlier.then(() => to.destroySoon()))
    from.on('error', () => to.destroy())
  }
  flow(near, far, 'onward')
  flow(far, near, 'back')
  return connection
}

async function until(due: number): Promise<void> {
  const left = due - performance.now()
  if (left > 0) await sleep(left)
}
