import { seedTasks, readRequest } from '../get/seed.ts'
import { compare, measureInterleaved, type Contender } from '../lib/measurements.ts'
import { explain } from '../lib/profile.ts'
import { withEnvironment, createTraders, type Environment } from '../lib/environment.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { BenchOptions, ScenarioResult, Scenario } from '../scenario.ts'

export const nodes: Scenario = {
  name: 'nodes',
  question: 'How much faster do two server processes read from one database than one?',
  programs: { wrk: 'wrk' },
  run: (bench) => withEnvironment((environment) => run(bench, environment)),
}

async function run(bench: BenchOptions, environment: Environment): Promise<ScenarioResult> {
  const tasks = await seedTasks(environment.server, await createTraders(environment, 8), 64)
  await environment.query('vacuum analyze')
  const data = await environment.file('tasks.txt', requestLines('any', tasks.map(readRequest)))
  const second = await environment.startServer()
  const splitLoad =
    (origins: readonly string[]): Contender =>
    async (seconds) => {
      const loads = origins.map((url) => ({ url, connections: 16, seconds, script: requests, data }))
      const series = await Promise.all(loads.map(wrk))
      return { value: series.reduce((sum, { value }) => sum + value, 0) }
    }
  const { origin } = environment.server
  const contenders = {
    'two processes': splitLoad([origin, second.origin]),
    // Two load generators here too, so that only the number of servers differs.
    'one process': splitLoad([origin, origin]),
  }
  const series = await measureInterleaved(contenders, bench, environment.drain)
  const row = compare({
    what: 'get a task from two processes, 32 callers',
    unit: 'tasks/s',
    ours: series('two processes'),
    peer: 'one process',
    theirs: series('one process'),
    target: { atLeast: 1.2 },
  })
  const both = contenders['two processes']
  const profiles = await explain(environment, bench, [row], { [row.what]: () => both(bench.seconds) })
  return { postgres: environment.version, rows: [row], ...profiles }
}
