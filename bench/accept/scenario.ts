import { compare, measureInterleaved, type Contender } from '../lib/measurements.ts'
import { pgbench } from '../lib/pgbench.ts'
import { explain } from '../lib/profile.ts'
import { withEnvironment, createTraders, type Traders, type Environment } from '../lib/environment.ts'
import { requestLines, requests, wrk, type Request } from '../lib/wrk.ts'
import type { BenchOptions, ScenarioResult, Scenario } from '../scenario.ts'
import { idByNumber, taskId, seedDelivered } from './seed.ts'
import { settleScript } from './statement.ts'

const callers = 64
/** Upper bound of acceptances per second: a run that exhausts its tasks fails. */
const perSecond = 2500

export const accept: Scenario = {
  name: 'accept',
  question: 'How many deliveries are accepted and paid per second?',
  programs: { wrk: 'wrk', pgbench: 'postgresql' },
  run: (bench) => withEnvironment((environment) => run(bench, environment)),
}

async function run(bench: BenchOptions, environment: Environment): Promise<ScenarioResult> {
  const traders = await createTraders(environment, 32)
  // Half of the tasks for 32 providers, half for one; enough for warm-up, all rounds and profiling.
  const half = perSecond * (1 + (bench.rounds + 1) * bench.seconds)
  bench.progress(`seeding ${2 * half} deliveries`)
  const providers = traders.providers.map(({ agent }) => agent.id)
  const provider = (n: string) =>
    `case when ${n} <= ${half} then ${idByNumber(providers, n)} else '${providers[0]}' end`
  await seedDelivered(environment, traders, { count: 2 * half, provider })
  const clone = await environment.cloneDatabase()
  const script = await environment.file('settle.sql', settleScript(callers))
  const ours = (first: number) => acceptLoad(environment, traders, { first, half })
  const limit = (first: number) => settleLoad({ url: clone, script, first })
  const contenders = {
    'ours, 32 providers': ours(1),
    'pgbench, 32 providers': limit(1),
    'ours, one provider': ours(half + 1),
    'pgbench, one provider': limit(half + 1),
  }
  const series = await measureInterleaved(contenders, bench, environment.drain)
  const comparison = { unit: 'tasks/s', peer: 'pgbench, the same rows and posting in one statement' }
  const rows = [
    compare({
      ...comparison,
      what: 'accept, 64 callers, 32 providers',
      ours: series('ours, 32 providers'),
      theirs: series('pgbench, 32 providers'),
      target: { atLeast: 0.4 },
    }),
    compare({
      ...comparison,
      what: 'accept, 64 callers, one provider',
      ours: series('ours, one provider'),
      theirs: series('pgbench, one provider'),
      target: { atLeast: 0.3 },
    }),
  ]
  const profiles = await explain(environment, bench, rows, {
    'accept, 64 callers, 32 providers': () => contenders['ours, 32 providers'](bench.seconds),
    'accept, 64 callers, one provider': () => contenders['ours, one provider'](bench.seconds),
  })
  return { postgres: environment.version, rows, ...profiles }
}

/** Accepts each task once; every run continues where the previous one stopped. */
function acceptLoad(
  environment: Environment,
  traders: Traders,
  { first, half }: { first: number; half: number },
): Contender {
  let next = first
  return async (seconds) => {
    const from = next
    next += perSecond * seconds
    const numbers = Array.from({ length: next - from }, (_, index) => from + index)
    const requestList = numbers.map((number) => acceptRequest(traders, number, number > half))
    const data = await environment.file('accept.txt', requestLines('once', requestList))
    return wrk({ url: environment.server.origin, connections: callers, seconds, script: requests, data })
  }
}

function acceptRequest({ clients, providers }: Traders, number: number, hot: boolean): Request {
  const client = clients[number % clients.length]
  const provider = providers[hot ? 0 : number % providers.length]
  const path = `/api/a2a/v1/agents/${provider?.agent.name}/tasks/${taskId(number)}:accept`
  return { method: 'POST', path, key: client?.key.as ?? '' }
}

/** Settles the same tasks in the clone, bounded by count because pgbench is faster. */
function settleLoad({ url, script, first }: { url: string; script: string; first: number }): Contender {
  let from = first
  return (seconds) => {
    const perClient = Math.floor((perSecond * seconds) / callers)
    const variables = { from, k: 0 }
    from += perClient * callers
    return pgbench({ url, script, clients: callers, perClient, variables })
  }
}
