import { compare, takeTurns, type Contestant } from '../lib/measurements.ts'
import { pgbench } from '../lib/pgbench.ts'
import { explain } from '../lib/profile.ts'
import { inWorld, settleTraders, type Trading, type World } from '../lib/environment.ts'
import { requestLines, requests, wrk, type Request } from '../lib/wrk.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'
import { anyOf, idOf, plantDelivered } from './seed.ts'
import { settleScript } from './statement.ts'

const callers = 64
/** No more than so many are accepted in a second; whoever finds nothing left fails. */
const perSecond = 2500

export const accept: Scenario = {
  name: 'accept',
  question: 'How many deliveries are accepted and paid for in a second?',
  programs: { wrk: 'wrk', pgbench: 'postgresql' },
  run: (bench) => inWorld((world) => run(bench, world)),
}

async function run(bench: Bench, world: World): Promise<Outcome> {
  const trading = await settleTraders(world, 32)
  // As many for many providers as for one, enough for the warm-up, all rounds and a look at where the time goes.
  const half = perSecond * (1 + (bench.rounds + 1) * bench.seconds)
  bench.progress(`planting ${2 * half} deliveries`)
  const providers = trading.providers.map(({ agent }) => agent.id)
  const provider = (n: string) =>
    `case when ${n} <= ${half} then ${anyOf(providers, n)} else '${providers[0]}' end`
  await plantDelivered(world, trading, { count: 2 * half, provider })
  const twin = await world.twin()
  const script = await world.file('settle.sql', settleScript(callers))
  const ours = (first: number) => accepting(world, trading, { first, half })
  const limit = (first: number) => settling({ url: twin, script, first })
  const contestants = {
    'ours, 32 providers': ours(1),
    'pgbench, 32 providers': limit(1),
    'ours, one provider': ours(half + 1),
    'pgbench, one provider': limit(half + 1),
  }
  const figures = await takeTurns(contestants, bench, world.quiet)
  const comparison = { unit: 'tasks/s', peer: 'pgbench, the same rows and posting in one statement' }
  const rows = [
    compare({
      ...comparison,
      what: 'accept, 64 callers, 32 providers',
      ours: figures('ours, 32 providers'),
      theirs: figures('pgbench, 32 providers'),
      target: { atLeast: 0.4 },
    }),
    compare({
      ...comparison,
      what: 'accept, 64 callers, one provider',
      ours: figures('ours, one provider'),
      theirs: figures('pgbench, one provider'),
      target: { atLeast: 0.3 },
    }),
  ]
  const profiles = await explain(world, bench, rows, {
    'accept, 64 callers, 32 providers': () => contestants['ours, 32 providers'](bench.seconds),
    'accept, 64 callers, one provider': () => contestants['ours, one provider'](bench.seconds),
  })
  return { postgres: world.version, rows, ...profiles }
}

/** Accepts each task once, further on every time. */
function accepting(
  world: World,
  trading: Trading,
  { first, half }: { first: number; half: number },
): Contestant {
  let next = first
  return async (seconds) => {
    const from = next
    next += perSecond * seconds
    const numbers = Array.from({ length: next - from }, (_, index) => from + index)
    const wanted = numbers.map((number) => acceptance(trading, number, number > half))
    const data = await world.file('accept.txt', requestLines('once', wanted))
    return wrk({ url: world.server.origin, connections: callers, seconds, script: requests, data })
  }
}

function acceptance({ clients, providers }: Trading, number: number, hot: boolean): Request {
  const client = clients[number % clients.length]
  const provider = providers[hot ? 0 : number % providers.length]
  const path = `/api/a2a/v1/agents/${provider?.agent.name}/tasks/${idOf(number)}:accept`
  return { method: 'POST', path, key: client?.key.as ?? '' }
}

/** The same tasks in the twin, by count: pgbench is done sooner. */
function settling({ url, script, first }: { url: string; script: string; first: number }): Contestant {
  let from = first
  return (seconds) => {
    const each = Math.floor((perSecond * seconds) / callers)
    const variables = { from, k: 0 }
    from += each * callers
    return pgbench({ url, script, clients: callers, each, variables })
  }
}
