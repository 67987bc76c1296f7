import { plantTasks, reading } from '../get/seed.ts'
import { compare, takeTurns, type Contestant } from '../lib/measurements.ts'
import { explain } from '../lib/profile.ts'
import { inWorld, settleTraders, type World } from '../lib/environment.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'

export const nodes: Scenario = {
  name: 'nodes',
  question: 'How much more do two server processes read than one, from the same database?',
  programs: { wrk: 'wrk' },
  run: (bench) => inWorld((world) => run(bench, world)),
}

async function run(bench: Bench, world: World): Promise<Outcome> {
  const tasks = await plantTasks(world.server, await settleTraders(world, 8), 64)
  await world.query('vacuum analyze')
  const data = await world.file('tasks.txt', requestLines('any', tasks.map(reading)))
  const second = await world.startServer()
  const halves =
    (origins: readonly string[]): Contestant =>
    async (seconds) => {
      const loads = origins.map((url) => ({ url, connections: 16, seconds, script: requests, data }))
      const figures = await Promise.all(loads.map(wrk))
      return { value: figures.reduce((sum, { value }) => sum + value, 0) }
    }
  const { origin } = world.server
  const contestants = {
    'two processes': halves([origin, second.origin]),
    // Also by two generators, so that only what answers them differs.
    'one process': halves([origin, origin]),
  }
  const figures = await takeTurns(contestants, bench, world.quiet)
  const row = compare({
    what: 'get a task from two processes, 32 callers',
    unit: 'tasks/s',
    ours: figures('two processes'),
    peer: 'one process',
    theirs: figures('one process'),
    target: { atLeast: 1.2 },
  })
  const both = contestants['two processes']
  const profiles = await explain(world, bench, [row], { [row.what]: () => both(bench.seconds) })
  return { postgres: world.version, rows: [row], ...profiles }
}
