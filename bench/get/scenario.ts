import { compare, takeTurns } from '../lib/measurements.ts'
import { pgbench } from '../lib/pgbench.ts'
import { explain } from '../lib/profile.ts'
import { inWorld, settleTraders, type World } from '../lib/environment.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'
import { plantTasks, reading } from './seed.ts'
import { readingScript } from './statement.ts'

const taskCount = 64
const callers = 32

export const get: Scenario = {
  name: 'get',
  question: 'How many tasks, each with four messages and two artifacts, are read in a second?',
  programs: { wrk: 'wrk', pgbench: 'postgresql' },
  run: (bench) => inWorld((world) => run(bench, world)),
}

async function run(bench: Bench, world: World): Promise<Outcome> {
  bench.progress(`making ${taskCount} tasks`)
  const tasks = await plantTasks(world.server, await settleTraders(world, 8), taskCount)
  await world.query('vacuum analyze')
  const data = await world.file('tasks.txt', requestLines('any', tasks.map(reading)))
  const script = await world.file('get.sql', await readingScript(world, tasks))
  const load = { url: world.server.origin, connections: callers, script: requests, data }
  const contestants = {
    ours: (seconds: number) => wrk({ ...load, seconds }),
    pgbench: (seconds: number) => pgbench({ url: world.url, script, clients: callers, seconds }),
  }
  const figures = await takeTurns(contestants, bench, world.quiet)
  const row = compare({
    what: 'get a task, 32 callers',
    unit: 'tasks/s',
    ours: figures('ours'),
    peer: 'pgbench, the same query',
    theirs: figures('pgbench'),
    target: { atLeast: 0.3 },
  })
  const profiles = await explain(world, bench, [row], { [row.what]: () => contestants.ours(bench.seconds) })
  return { postgres: world.version, rows: [row], ...profiles }
}
