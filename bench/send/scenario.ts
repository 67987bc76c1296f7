import { withEnvironment, createTraders, type Environment, type Traders } from '../lib/environment.ts'
import {
  compare,
  measureInterleaved,
  pickSeries,
  type Contender,
  type Measurements,
} from '../lib/measurements.ts'
import { startChild, type Child, type Payload } from '../lib/child-process.ts'
import { measureCores } from '../lib/cpu-usage.ts'
import { pgbench } from '../lib/pgbench.ts'
import { explain } from '../lib/profile.ts'
import { wrk } from '../lib/wrk.ts'
import type { BenchOptions, Scenario, ScenarioResult } from '../scenario.ts'
import { startDatabasePeer, startInMemoryPeer, whenDisconnected } from './peer.ts'
import { pgbenchScript, seedRequests } from './statement.ts'

const agentsPerSide = 32
/** Every database starts with this many tasks, because plans for empty tables are not representative. */
const seededTasks = 50_000

export const send: Scenario = {
  name: 'send',
  question: 'How many first messages, each with an Idempotency-Key, are accepted per second?',
  programs: { wrk: 'wrk', pgbench: 'postgresql' },
  run: (bench) => withEnvironment((environment) => run(bench, environment)),
}

async function run(bench: BenchOptions, environment: Environment): Promise<ScenarioResult> {
  bench.progress(`seeding ${seededTasks} tasks`)
  const traders = await createTraders(environment, agentsPerSide)
  await seedRequests(environment, traders, seededTasks)
  const clone = await environment.cloneDatabase()
  const script = await environment.file('limit.sql', pgbenchScript(traders))
  const grpcChild = startChild(new URL('grpc-load.ts', import.meta.url))
  const httpChild = startChild(new URL('http-load.ts', import.meta.url))
  const peers = [await startInMemoryPeer(), await startDatabasePeer(environment, seededTasks)] as const
  try {
    const load = (url: string, path: string) => sendLoad(environment, traders, url, path)
    const [inMemory, database] = peers
    const ours = await load(environment.server.origin, '/api/a2a/v1/agents/{name}/message:send')
    const jsonRpc = await load(environment.server.origin, '/api/a2a/v1/agents/{name}')
    const sdkInMemory = await load(inMemory.origin, '/message:send')
    const sdkOnDatabase = await load(database.origin, '/message:send')
    const limit =
      (clients: number): Contender =>
      (seconds) =>
        pgbench({ url: clone, script, clients, seconds })
    const contenders = {
      'ours, 32 callers': ours(32),
      'ours, 128 callers': ours(128),
      'ours by JSON-RPC, 32 callers': jsonRpc(32),
      // wrk has no HTTP/2, so both rows come from a minimal client in a Node process; CPU time is shown as well.
      'ours by gRPC, 32 callers from Node': nodeLoad(grpcChild, environment, traders),
      'ours, 32 callers from Node': nodeLoad(httpChild, environment, traders),
      'pgbench, 32 clients': limit(32),
      // PostgreSQL allows 100 connections; the server and the bench use some of them.
      'pgbench, 80 clients': limit(80),
      'a2a-js on PostgreSQL, 32 callers': sdkOnDatabase(32),
      'a2a-js on PostgreSQL, 128 callers': sdkOnDatabase(128),
      'a2a-js in memory, 32 callers': sdkInMemory(32),
      'a2a-js in memory, 128 callers': sdkInMemory(128),
    }
    const settle = async () => {
      await whenDisconnected(environment)
      await environment.drain()
    }
    const rows = rowsOf(await measureInterleaved(contenders, bench, settle))
    const profiles = await explain(environment, bench, rows, {
      'send, 32 callers': () => ours(32)(bench.seconds),
      'send, 128 callers': () => ours(128)(bench.seconds),
    })
    return { postgres: environment.version, rows, ...profiles }
  } finally {
    for (const peer of [...peers, grpcChild, httpChild]) await peer.stop()
  }
}

/** The same load for every server; `{name}` in the path stands for the agent. */
async function sendLoad({ file }: Environment, { clients, providers }: Traders, url: string, path: string) {
  const keys = clients.map(({ key }) => key.as)
  const names = providers.map(({ agent }) => agent.name)
  const content = ['[path]', path, '[keys]', ...keys, '[names]', ...names, ''].join('\n')
  const isRpc = path.endsWith('{name}')
  const data = await file(`send-${new URL(url).port}${isRpc ? '-rpc' : ''}.txt`, content)
  const script = new URL('send.lua', import.meta.url)
  return (connections: number): Contender =>
    (seconds) =>
      wrk({ url, connections, seconds, script, data })
}

function nodeLoad(
  child: Child,
  { server: { origin } }: Environment,
  { clients, providers }: Traders,
): Contender {
  const keys = clients.map(({ key }) => key.as)
  const names = providers.map(({ agent }) => agent.name)
  return async (seconds) => {
    let result: Payload = {}
    const { server = 0, database = 0 } = await measureCores(async () => {
      result = await child.request({ load: { origin, keys, names, connections: 32, seconds } })
    })
    const value = Number(result['value'])
    return { value, more: { ...Object(result['more']), perCpuSecond: value / (server + database) } }
  }
}

function rowsOf(series: Measurements): ScenarioResult['rows'] {
  const [ours32, ours128] = [series('ours, 32 callers'), series('ours, 128 callers')]
  const memory32 = series('a2a-js in memory, 32 callers')
  const unit = 'messages/s'
  const pgbenchPeer = { unit, peer: 'pgbench, the same rows in one statement' }
  const databasePeer = { unit, peer: '@a2a-js/sdk with its database store' }
  const memoryPeer = { unit, peer: '@a2a-js/sdk, tasks in memory' }
  const at32 = { what: 'send, 32 callers', ours: ours32 }
  const at128 = { what: 'send, 128 callers', ours: ours128 }
  return [
    compare({ ...pgbenchPeer, ...at32, theirs: series('pgbench, 32 clients'), target: { atLeast: 0.55 } }),
    compare({ ...pgbenchPeer, ...at128, theirs: series('pgbench, 80 clients'), target: { atLeast: 0.85 } }),
    compare({
      unit,
      peer: 'our HTTP+JSON',
      what: 'send by JSON-RPC, 32 callers',
      ours: series('ours by JSON-RPC, 32 callers'),
      theirs: ours32,
      target: { atLeast: 0.9 },
    }),
    ...grpcRows(series),
    compare({
      ...databasePeer,
      ...at32,
      theirs: series('a2a-js on PostgreSQL, 32 callers'),
      target: { atLeast: 4 },
    }),
    compare({
      ...databasePeer,
      ...at128,
      theirs: series('a2a-js on PostgreSQL, 128 callers'),
      target: { atLeast: 5 },
    }),
    compare({ ...memoryPeer, ...at32, theirs: memory32, target: { atLeast: 1.5 } }),
    compare({
      ...memoryPeer,
      what: 'send, 32 callers, p99',
      unit: 'ms',
      ours: pickSeries('p99', ours32),
      theirs: pickSeries('p99', memory32),
      target: { atMost: 1 },
    }),
    compare({
      ...memoryPeer,
      ...at128,
      theirs: series('a2a-js in memory, 128 callers'),
      target: { atLeast: 2.5 },
    }),
  ]
}

function grpcRows(series: Measurements): ScenarioResult['rows'] {
  return [
    compare({
      unit: 'messages/s',
      peer: 'our HTTP+JSON, same client',
      what: 'send by gRPC, 32 callers',
      ours: series('ours by gRPC, 32 callers from Node'),
      theirs: series('ours, 32 callers from Node'),
      target: { atLeast: 0.9 },
    }),
    compare({
      unit: 'messages per second of CPU time',
      peer: 'our HTTP+JSON',
      what: 'send by gRPC, 32 callers, CPU time',
      ours: pickSeries('perCpuSecond', series('ours by gRPC, 32 callers from Node')),
      theirs: pickSeries('perCpuSecond', series('ours, 32 callers from Node')),
      target: { atLeast: 0.9 },
    }),
  ]
}
