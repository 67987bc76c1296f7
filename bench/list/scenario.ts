import { by, compare, takeTurns, type Contestant, type Figure } from '../lib/measurements.ts'
import { inWorld, settleTraders, type World } from '../lib/environment.ts'
import { requestLines, requests, wrk } from '../lib/wrk.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'
import { plantMany } from './seed.ts'

const few = { tasks: 1000, own: 1000 }

export const list: Scenario = {
  name: 'list',
  question: 'Does a list of 50 tasks cost more when there are many tasks?',
  programs: { wrk: 'wrk' },
  run: (bench) => inWorld((large) => inWorld((small) => run(bench, large, small))),
}

async function run(bench: Bench, large: World, small: World): Promise<Outcome> {
  const many = { tasks: Math.round(1_000_000 * bench.scale), own: 5000 }
  bench.progress(`planting ${many.tasks} tasks, and ${few.tasks} elsewhere`)
  const amongMany = await lists(large, many)
  const amongFew = await lists(small, few)
  const contestants = {
    'many, 1 caller': amongMany(1),
    'few, 1 caller': amongFew(1),
    'many, 8 callers': amongMany(8),
    'few, 8 callers': amongFew(8),
  }
  const figures = await takeTurns(contestants, bench)
  const comparison = { unit: 'ms', peer: `among ${few.tasks}`, target: { atMost: 1.3 } }
  const rows = [
    compare({
      ...comparison,
      what: `list 50 of ${many.tasks} tasks, 1 caller, p50`,
      ours: by('p50', figures('many, 1 caller')),
      theirs: by('p50', figures('few, 1 caller')),
    }),
    compare({
      ...comparison,
      what: `list 50 of ${many.tasks} tasks, 8 callers, time for each`,
      ours: figures('many, 8 callers').map(timeForEach),
      theirs: figures('few, 8 callers').map(timeForEach),
    }),
  ]
  return { postgres: large.version, rows }
}

/** A database with so many tasks, and calls that list those of its first provider. */
async function lists(world: World, extent: { tasks: number; own: number }) {
  const trading = await settleTraders(world, 16)
  await plantMany(world, trading, extent)
  const [provider] = trading.providers
  const { tasks } = (
    await world.server.call('listTasks', { name: provider?.agent.name ?? '' }, provider?.key)
  ).data
  if (tasks.length !== 50) throw new Error(`a list of ${tasks.length} tasks`)
  const path = `/api/a2a/v1/agents/${provider?.agent.name}/tasks`
  const wanted = requestLines('any', [{ method: 'GET', path, key: provider?.key.as ?? '' }])
  const load = { url: world.server.origin, script: requests, data: await world.file('list.txt', wanted) }
  return (connections: number): Contestant =>
    (seconds) =>
      wrk({ ...load, connections, seconds })
}

function timeForEach({ value }: Figure): Figure {
  return { value: 1000 / value }
}
