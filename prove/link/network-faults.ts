/** What can happen to the link between the server and PostgreSQL, each as something to do to the proxy. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import type { Fate, Passing, TcpProxy } from './tcp-proxy.ts'

/** Resolves when it is over. */
export type LinkFault = (proxy: TcpProxy, dice: Dice) => Promise<void>

export const faultsOfLinks: Readonly<Record<string, LinkFault>> = {
  'cut before COMMIT': (proxy) => atCommit(proxy, 'cut before'),
  'cut after COMMIT': (proxy) => atCommit(proxy, 'cut after'),
  'cut before a message': (proxy, dice) => atPlace(proxy, dice.roll(30), 'onward', () => 'cut before'),
  'cut after a message': (proxy, dice) => atPlace(proxy, dice.roll(30), 'onward', () => 'cut after'),
  'cut within a message': (proxy, dice) => atPlace(proxy, dice.roll(30), 'onward', part(dice)),
  'cut within an answer': (proxy, dice) => atPlace(proxy, dice.roll(30), 'back', part(dice)),
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

/** So many bytes of it, and no more. */
const part =
  (dice: Dice) =>
  ({ bytes }: Passing): Fate => ({ cutAfterBytes: dice.roll(bytes.length) })

/** Strikes one connection once, where it is decided. */
function strike(proxy: TcpProxy, decide: (passing: Passing) => Fate): Promise<void> {
  return new Promise((resolve) => {
    proxy.judge = (passing) => {
      const fate = decide(passing)
      if (fate === 'pass') return fate
      proxy.judge = () => 'pass'
      resolve()
      return fate
    }
  })
}

function atPlace(
  proxy: TcpProxy,
  place: number,
  direction: Passing['direction'],
  decide: (passing: Passing) => Fate,
): Promise<void> {
  let seen = 0
  return strike(proxy, (passing) =>
    passing.direction === direction && seen++ >= place ? decide(passing) : 'pass',
  )
}

/** Only where a caller waits for it: workers commit all the time, and nobody would notice. */
function atCommit(proxy: TcpProxy, fate: Fate): Promise<void> {
  const keyed = new WeakSet<object>()
  return strike(proxy, ({ link, direction, bytes }) => {
    if (direction === 'back') return 'pass'
    if (bytes.includes('idempotency_keys')) keyed.add(link)
    if (!bytes.includes(commit)) return 'pass'
    return keyed.delete(link) ? fate : 'pass'
  })
}

/** As the driver sends it: a letter, the length with itself, and the text with its closing zero. */
const commit = Buffer.from('Q\0\0\0\u000bcommit\0', 'latin1')
