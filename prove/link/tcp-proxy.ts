/** Stands between two that talk over TCP, and does to their bytes what networks do. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fail } from '../../server/test/fixtures/harness.ts'

export type Direction = 'onward' | 'back'

/** Some bytes of one connection on their way; `link` is the same object for all bytes of it. */
export interface Passing {
  readonly link: object
  readonly direction: Direction
  readonly bytes: Buffer
}

/**
 * What becomes of them: they pass, or the connection ends before them, after them, or after so many of them. What is
 * let through to the other side arrives there; whoever called learns nothing more.
 */
export type Fate = 'pass' | 'cut before' | 'cut after' | { readonly cutAfterBytes: number }

export interface TcpProxy {
  readonly port: number
  /** Decides over all bytes that come by; nobody does at first. */
  judge: (passing: Passing) => Fate
  /** Everything is late by so much. */
  latencyMs: number
  /** Nothing moves in either direction while it is on, and nobody is told. */
  swallow(on: boolean): void
  /** New connections are cut at once while it is on. */
  refuse(on: boolean): void
  /** Ends all connections, as a firewall does that was restarted. */
  cutAll(): void
  connections(): number
  close(): Promise<void>
}

export type Target = { readonly path: string } | { readonly host: string; readonly port: number }

export async function openTcpProxy(target: Target): Promise<TcpProxy> {
  const links = new Set<Link>()
  let [isSwallowing, isRefusing] = [false, false]
  const server = createServer((near) => {
    if (isRefusing) return void near.resetAndDestroy()
    const link = join(near, connect(target), proxy)
    links.add(link)
    if (isSwallowing) link.pause(true)
    near.once('close', () => links.delete(link))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const proxy: TcpProxy = {
    port: typeof address === 'object' && address !== null ? address.port : fail('no port'),
    judge: () => 'pass',
    latencyMs: 0,
    swallow: (on) => {
      isSwallowing = on
      for (const link of links) link.pause(on)
    },
    refuse: (on) => {
      isRefusing = on
    },
    cutAll: () => {
      for (const link of links) link.cut()
    },
    connections: () => links.size,
    close: async () => {
      proxy.cutAll()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

interface Link {
  pause(on: boolean): void
  cut(): void
}

function join(near: Socket, far: Socket, proxy: Pick<TcpProxy, 'judge' | 'latencyMs'>): Link {
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
  const link = { pause, cut }
  const flow = (from: Socket, to: Socket, direction: Direction) => {
    const arrive = (bytes: Buffer) => {
      if (near.destroyed || far.destroyed) return
      const fate = proxy.judge({ link, direction, bytes })
      if (fate === 'pass') return void to.write(bytes)
      if (fate === 'cut before') return cut()
      // An orderly end, so that what was let through is not thrown away with the connection.
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
  return link
}

async function until(due: number): Promise<void> {
  const left = due - performance.now()
  if (left > 0) await sleep(left)
}
