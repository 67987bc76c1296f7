import {
  pickSeries,
  compare,
  measureInterleaved,
  type Contender,
  type Measurement,
} from '../lib/measurements.ts'
import { withEnvironment, createTraders, type Environment } from '../lib/environment.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { BenchOptions, ScenarioResult, Scenario } from '../scenario.ts'
import { seedTasks } from './seed.ts'

const few = { tasks: 1000, ofFirstProvider: 1000 }

export const list: Scenario = {
  name: 'list',
  question: 'Does listing 50 tasks cost more in a large database?',
  programs: { wrk: 'wrk' },
  run: (bench) => withEnvironment((large) => withEnvironment((small) => run(bench, large, small))),
}

async function run(bench: BenchOptions, large: Environment, small: Environment): Promise<ScenarioResult> {
  const many = { tasks: Math.round(1_000_000 * bench.scale), ofFirstProvider: 5000 }
  bench.progress(`seeding ${many.tasks} tasks, and ${few.tasks} in a second database`)
  const amongMany = await listLoad(large, many)
  const amongFew = await listLoad(small, few)
  const contenders = {
    'many, 1 caller': amongMany(1),
    'few, 1 caller': amongFew(1),
    'many, 8 callers': amongMany(8),
    'few, 8 callers': amongFew(8),
  }
  const series = await measureInterleaved(contenders, bench)
  const comparison = { unit: 'ms', peer: `among ${few.tasks}`, target: { atMost: 1.3 } }
  const rows = [
    compare({
      ...comparison,
      what: `list 50 of ${many.tasks} tasks, 1 caller, p50`,
      ours: pickSeries('p50', series('many, 1 caller')),
      theirs: pickSeries('p50', series('few, 1 caller')),
    }),
    compare({
      ...comparison,
      what: `list 50 of ${many.tasks} tasks, 8 callers, time for each`,
      ours: series('many, 8 callers').map(timePerCall),
      theirs: series('few, 8 callers').map(timePerCall),
    }),
  ]
  return { postgres: large.version, rows }
}

/** Seeds a database and returns the load that lists the tasks of its first provider. */
async function listLoad(environment: Environment, counts: { tasks: number; ofFirstProvider: number }) {
  const traders = await createTraders(environment, 16)
  await seedTasks(environment, traders, counts)
  const [provider] = traders.providers
  const { tasks } = (
    await environment.server.call('listTasks', { name: provider?.agent.name ?? '' }, provider?.key)
  ).data
  if (tasks.length !== 50) throw new Error(`listTasks returned ${tasks.length} tasks instead of 50`)
  const path = `/api/a2a/v1/agents/${provider?.agent.name}/tasks`
  const requestFile = requestLines('any', [{ method: 'GET', path, key: provider?.key.as ?? '' }])
  const load = {
    url: environment.server.origin,
    script: requests,
    data: await environment.file('list.txt', requestFile),
  }
  return (connections: number): Contender =>
    (seconds) =>
      wrk({ ...load, connections, seconds })
}

function timePerCall({ value }: Measurement): Measurement {
  return { value: 1000 / value }
}
