import { compare, measureInterleaved } from '../lib/measurements.ts'
import { pgbench } from '../lib/pgbench.ts'
import { explain } from '../lib/profile.ts'
import { withEnvironment, createTraders, type Environment } from '../lib/environment.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { BenchOptions, ScenarioResult, Scenario } from '../scenario.ts'
import { seedTasks, readRequest } from './seed.ts'
import { pgbenchScript } from './statement.ts'

const taskCount = 64
const callers = 32

export const get: Scenario = {
  name: 'get',
  question: 'How many tasks, each with four messages and two artifacts, are read per second?',
  programs: { wrk: 'wrk', pgbench: 'postgresql' },
  run: (bench) => withEnvironment((environment) => run(bench, environment)),
}

async function run(bench: BenchOptions, environment: Environment): Promise<ScenarioResult> {
  bench.progress(`creating ${taskCount} tasks`)
  const tasks = await seedTasks(environment.server, await createTraders(environment, 8), taskCount)
  await environment.query('vacuum analyze')
  const data = await environment.file('tasks.txt', requestLines('any', tasks.map(readRequest)))
  const script = await environment.file('get.sql', await pgbenchScript(environment, tasks))
  const load = { url: environment.server.origin, connections: callers, script: requests, data }
  const contenders = {
    ours: (seconds: number) => wrk({ ...load, seconds }),
    pgbench: (seconds: number) => pgbench({ url: environment.url, script, clients: callers, seconds }),
  }
  const series = await measureInterleaved(contenders, bench, environment.drain)
  const row = compare({
    what: 'get a task, 32 callers',
    unit: 'tasks/s',
    ours: series('ours'),
    peer: 'pgbench, the same query',
    theirs: series('pgbench'),
    target: { atLeast: 0.3 },
  })
  const profiles = await explain(environment, bench, [row], {
    [row.what]: () => contenders.ours(bench.seconds),
  })
  return { postgres: environment.version, rows: [row], ...profiles }
}
