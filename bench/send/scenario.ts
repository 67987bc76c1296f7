import { startChild } from '../lib/child-process.ts'
import { by, compare, takeTurns, type Contestant, type Figures } from '../lib/measurements.ts'
import { pgbench } from '../lib/pgbench.ts'
import { explain } from '../lib/profile.ts'
import { inWorld, settleTraders, type Trading, type World } from '../lib/environment.ts'
import { wrk } from '../lib/wrk.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'
import { limitScript, plantRequests } from './statement.ts'

const traders = 32
/** Both databases begin with so many tasks: planning for empty tables would not be planning for real ones. */
const tasksBefore = 50_000

export const send: Scenario = {
  name: 'send',
  question: 'How many first messages, each with an Idempotency-Key, are taken in a second?',
  programs: { wrk: 'wrk', pgbench: 'postgresql' },
  run: (bench) => inWorld((world) => run(bench, world)),
}

async function run(bench: Bench, world: World): Promise<Outcome> {
  bench.progress(`planting ${tasksBefore} tasks`)
  const trading = await settleTraders(world, traders)
  await plantRequests(world, trading, tasksBefore)
  const twin = await world.twin()
  const script = await world.file('limit.sql', limitScript(trading))
  const peer = startChild(new URL('a2a-server.ts', import.meta.url))
  try {
    const ours = await senders(world, trading, world.server.origin, '/api/a2a/v1/agents/{name}/message:send')
    const { port } = await peer.ask({})
    const theirs = await senders(world, trading, `http://127.0.0.1:${String(port)}`, '/message:send')
    const limit =
      (clients: number): Contestant =>
      (seconds) =>
        pgbench({ url: twin, script, clients, seconds })
    const contestants = {
      'ours, 32 callers': ours(32),
      'ours, 128 callers': ours(128),
      'pgbench, 32 clients': limit(32),
      // PostgreSQL takes 100 connections, of which the server and the bench have some.
      'pgbench, 80 clients': limit(80),
      'a2a-js, 32 callers': theirs(32),
      'a2a-js, 128 callers': theirs(128),
    }
    const figures = await takeTurns(contestants, bench, world.quiet)
    const rows = rowsOf(figures)
    const profiles = await explain(world, bench, rows, {
      'send, 32 callers': () => ours(32)(bench.seconds),
      'send, 128 callers': () => ours(128)(bench.seconds),
    })
    return { postgres: world.version, rows, ...profiles }
  } finally {
    await peer.stop()
  }
}

/** The same load for whoever takes messages: `path` says where, and leaves a place for the name of the agent. */
async function senders({ file }: World, { clients, providers }: Trading, url: string, path: string) {
  const keys = clients.map(({ key }) => key.as)
  const names = providers.map(({ agent }) => agent.name)
  const content = ['[path]', path, '[keys]', ...keys, '[names]', ...names, ''].join('\n')
  const data = await file(`send-${new URL(url).port}.txt`, content)
  const script = new URL('send.lua', import.meta.url)
  return (connections: number): Contestant =>
    (seconds) =>
      wrk({ url, connections, seconds, script, data })
}

function rowsOf(figures: Figures): Outcome['rows'] {
  const [ours32, ours128] = [figures('ours, 32 callers'), figures('ours, 128 callers')]
  const [theirs32, theirs128] = [figures('a2a-js, 32 callers'), figures('a2a-js, 128 callers')]
  const limit = { unit: 'messages/s', peer: 'pgbench, the same rows in one statement' }
  const inMemory = { unit: 'messages/s', peer: '@a2a-js/sdk, tasks in memory' }
  return [
    compare({
      ...limit,
      what: 'send, 32 callers',
      ours: ours32,
      theirs: figures('pgbench, 32 clients'),
      target: { atLeast: 0.45 },
    }),
    compare({
      ...limit,
      what: 'send, 128 callers',
      ours: ours128,
      theirs: figures('pgbench, 80 clients'),
      target: { atLeast: 0.8 },
    }),
    compare({
      ...inMemory,
      what: 'send, 32 callers',
      ours: ours32,
      theirs: theirs32,
      target: { atLeast: 1.5 },
    }),
    compare({
      ...inMemory,
      what: 'send, 32 callers, p99',
      unit: 'ms',
      ours: by('p99', ours32),
      theirs: by('p99', theirs32),
      target: { atMost: 1 },
    }),
    compare({
      ...inMemory,
      what: 'send, 128 callers',
      ours: ours128,
      theirs: theirs128,
      target: { atLeast: 2.5 },
    }),
  ]
}
