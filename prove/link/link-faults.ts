import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { openEnvironment, type Environment } from '../kills/environment.ts'
import { count, countsOf } from '../kills/history.ts'
import { database } from '../kills/fixture.ts'
import type { RunOptions, Suite } from '../suite.ts'
import { networkFaults } from './network-faults.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const sizes = { quick: Object.keys(networkFaults).length, release: 1000 }

export const linkFaults: Suite = {
  name: 'link-faults',
  claim:
    'Under any fault of the network between the server and PostgreSQL, no success is returned for a lost write, every call is eventually done exactly once, and the server recovers without a restart.',
  unit: 'faults',
  sizes,
  faults: { 'new-key-on-retry': 'A client retries a call with a new Idempotency-Key.' },
  run: async (run) => {
    const proxies: TcpProxy[] = []
    const environment = await openEnvironment({
      seed: run.seed,
      durable: false,
      databaseUrl: async ({ socket }) => {
        const proxy = await openTcpProxy({ path: socket })
        proxies.push(proxy)
        return `postgresql://souk@127.0.0.1:${proxy.port}/${database}?sslmode=disable`
      },
      ...(run.fault === 'new-key-on-retry'
        ? { keyOf: ({ mark }, attempts) => (attempts === 1 ? mark : `${mark}-${attempts}`) }
        : {}),
    })
    try {
      for (const proxy of proxies) await injectAll(run, environment, proxy)
      await environment.checkAll(run.size > sizes.quick ? 'await leases' : 'release leases')
      return countsOf(environment.history, ['response 200', 'unknown outcomes'])
    } finally {
      for (const proxy of proxies) await proxy.close()
      await environment.close()
    }
  },
}
/** Faults between two consistency checks. */
const faultsPerCheck = 25

/** Injects faults one after the other; each waits until the server has recovered from the previous one. */
async function injectAll(
  { size, seed, progress }: RunOptions,
  environment: Environment,
  proxy: TcpProxy,
): Promise<void> {
  const random = seededRandom(seed)
  const names = Object.keys(networkFaults)
  for (let done = 0; done < size;) {
    const loadRun = environment.load.start()
    for (const end = Math.min(size, done + faultsPerCheck); done < end; done++) {
      await loadRun.responses(5 + random.below(20))
      const name = names[done % names.length] ?? ''
      await networkFaults[name]?.(proxy, random)
      count(environment.history, name)
      progress(done + 1)
    }
    await loadRun.responses(1)
    await loadRun.stop()
    await environment.checkRecent()
  }
}
