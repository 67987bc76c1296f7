import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { openGround, type Ground } from '../kills/environment.ts'
import { count, countsOf } from '../kills/history.ts'
import { database } from '../kills/fixture.ts'
import type { RunOptions, Suite } from '../suite.ts'
import { faultsOfLinks } from './network-faults.ts'
import { openTcpProxy, type TcpProxy } from './tcp-proxy.ts'

const sizes = { quick: Object.keys(faultsOfLinks).length, release: 1000 }

export const linkFaults: Suite = {
  name: 'link-faults',
  claim:
    'Whatever happens to the link between the server and PostgreSQL, no success is answered for a lost write, every call is done once in the end, and the server goes on by itself.',
  unit: 'faults',
  sizes,
  faults: { 'forgetful-client': 'A client makes an unclear call again with another Idempotency-Key.' },
  run: async (run) => {
    const proxies: TcpProxy[] = []
    const ground = await openGround({
      seed: run.seed,
      durable: false,
      databaseUrl: async ({ socket }) => {
        const proxy = await openTcpProxy({ path: socket })
        proxies.push(proxy)
        return `postgresql://souk@127.0.0.1:${proxy.port}/${database}?sslmode=disable`
      },
      ...(run.fault === 'forgetful-client'
        ? { keyOf: ({ mark }, tries) => (tries === 1 ? mark : `${mark}-${tries}`) }
        : {}),
    })
    try {
      for (const proxy of proxies) await strikeAll(run, ground, proxy)
      await ground.checkAll(run.size > sizes.quick ? 'waits' : 'hurries')
      return countsOf(ground.history, ['answer 200', 'unclear'])
    } finally {
      for (const proxy of proxies) await proxy.close()
      await ground.close()
    }
  },
}
/** So many faults, then a look at what has become of everything. */
const faultsAShift = 25

/** One fault after the other, each after the server has shown that it got over the one before. */
async function strikeAll(
  { size, seed, progress }: RunOptions,
  ground: Ground,
  proxy: TcpProxy,
): Promise<void> {
  const dice = diceOf(seed)
  const names = Object.keys(faultsOfLinks)
  for (let done = 0; done < size;) {
    const shift = ground.load.start()
    for (const end = Math.min(size, done + faultsAShift); done < end; done++) {
      await shift.answers(5 + dice.roll(20))
      const name = names[done % names.length] ?? ''
      await faultsOfLinks[name]?.(proxy, dice)
      count(ground.history, name)
      progress(done + 1)
    }
    await shift.answers(1)
    await shift.stop()
    await ground.checkLately()
  }
}
