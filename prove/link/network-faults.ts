/** Faults of the network between the server and PostgreSQL, injected by the proxy. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import type { Fate, Chunk, TcpProxy } from './tcp-proxy.ts'

/** Resolves when the fault is over. */
export type NetworkFault = (proxy: TcpProxy, dice: Dice) => Promise<void>

export const networkFaults: Readonly<Record<string, NetworkFault>> = {
  'cut before COMMIT': (proxy) => atCommit(proxy, 'cut before'),
  'cut after COMMIT': (proxy) => atCommit(proxy, 'cut after'),
  'cut before a message': (proxy, dice) => atChunk(proxy, dice.roll(30), 'onward', () => 'cut before'),
  'cut after a message': (proxy, dice) => atChunk(proxy, dice.roll(30), 'onward', () => 'cut after'),
  'cut within a message': (proxy, dice) => atChunk(proxy, dice.roll(30), 'onward', cutInside(dice)),
  'cut within a response': (proxy, dice) => atChunk(proxy, dice.roll(30), 'back', cutInside(dice)),
  'all connections cut': async (proxy) => proxy.cutAll(),
  'black hole': async (proxy, dice) => {
    proxy.swallow(true)
    await sleep(100 + dice.roll(500))
    if (dice.chance(50)) proxy.cutAll()
    proxy.swallow(false)
  },
  latency: async (proxy, dice) => {
    proxy.latencyMs = 10 + dice.roll(90)
    await sleep(300)
    proxy.latencyMs = 0
  },
  'connections refused': async (proxy, dice) => {
    proxy.refuse(true)
    proxy.cutAll()
    await sleep(50 + dice.roll(300))
    proxy.refuse(false)
  },
}

/** Cuts after a random byte of the chunk. */
const cutInside =
  (dice: Dice) =>
  ({ bytes }: Chunk): Fate => ({ cutAfterBytes: dice.roll(bytes.length) })

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
