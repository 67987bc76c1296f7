/** Faults of the network between the server and PostgreSQL, injected by the proxy. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../server/test/fixtures/seeded-random.ts'
import type { Fate, Chunk, TcpProxy } from './tcp-proxy.ts'

/** Resolves when the fault is over. */
type NetworkFault = (proxy: TcpProxy, random: Random) => Promise<void>

export const networkFaults: Readonly<Record<string, NetworkFault>> = {
  'cut before COMMIT': (proxy) => atCommit(proxy, 'cut before'),
  'cut after COMMIT': (proxy) => atCommit(proxy, 'cut after'),
  'cut before a message': (proxy, random) => atChunk(proxy, random.below(30), 'onward', () => 'cut before'),
  'cut after a message': (proxy, random) => atChunk(proxy, random.below(30), 'onward', () => 'cut after'),
  'cut within a message': (proxy, random) => atChunk(proxy, random.below(30), 'onward', cutInside(random)),
  'cut within a response': (proxy, random) => atChunk(proxy, random.below(30), 'back', cutInside(random)),
  'all connections cut': async (proxy) => proxy.cutAll(),
  'black hole': async (proxy, random) => {
    proxy.swallow(true)
    await sleep(100 + random.below(500))
    if (random.chance(50)) proxy.cutAll()
    proxy.swallow(false)
  },
  latency: async (proxy, random) => {
    proxy.latencyMs = 10 + random.below(90)
    await sleep(300)
    proxy.latencyMs = 0
  },
  'connections refused': async (proxy, random) => {
    proxy.refuse(true)
    proxy.cutAll()
    await sleep(50 + random.below(300))
    proxy.refuse(false)
  },
}

/** Cuts after a random byte of the chunk. */
const cutInside =
  (random: Random) =>
  ({ bytes }: Chunk): Fate => ({ cutAfterBytes: random.below(bytes.length) })

/** Applies the first fate other than `pass` to one connection, once. */
function injectOnce(proxy: TcpProxy, decide: (chunk: Chunk) => Fate): Promise<void> {
  return new Promise((resolve) => {
    proxy.decideFate = (chunk) => {
      const fate = decide(chunk)
      if (fate === 'pass') return fate
      proxy.decideFate = () => 'pass'
      resolve()
      return fate
    }
  })
}

function atChunk(
  proxy: TcpProxy,
  index: number,
  direction: Chunk['direction'],
  decide: (chunk: Chunk) => Fate,
): Promise<void> {
  let seen = 0
  return injectOnce(proxy, (chunk) =>
    chunk.direction === direction && seen++ >= index ? decide(chunk) : 'pass',
  )
}

/** Only commits of calls with an Idempotency-Key: a cut commit of a worker is not visible to a caller. */
function atCommit(proxy: TcpProxy, fate: Fate): Promise<void> {
  const keyed = new WeakSet<object>()
  return injectOnce(proxy, ({ connection, direction, bytes }) => {
    if (direction === 'back') return 'pass'
    if (bytes.includes('idempotency_keys')) keyed.add(connection)
    if (!bytes.includes(commit)) return 'pass'
    return keyed.delete(connection) ? fate : 'pass'
  })
}

/** Query message of the PostgreSQL protocol: type, length including itself, zero-terminated text. */
const commit = Buffer.from('Q\0\0\0\u000bcommit\0', 'latin1')
