import { makeCertificate } from '../../server/src/ports/egress/test-certificate.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import type { TestAgent } from '../../server/test/fixtures/people/test-agents.ts'
import { startChild, type Child } from '../lib/child-process.ts'
import { compare, measureInterleaved } from '../lib/measurements.ts'
import { explain } from '../lib/profile.ts'
import { array, timedId } from '../lib/sql.ts'
import { withEnvironment, createTraders, type Environment } from '../lib/environment.ts'
import type { BenchOptions, ScenarioResult, Scenario } from '../scenario.ts'

/** The server's limits: ten messages per second from an agent to a host, 4 concurrent per host, 64 concurrent in total. */
const agentPairs = 50
const concurrency = 64
const perSecond = 400
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

export const webhooks: Scenario = {
  name: 'webhooks',
  question: 'How many events are delivered to webhooks per second?',
  programs: {},
  run: async (bench) => {
    const certificate = makeCertificate({ dns: '*.hooks.localhost' })
    const receiver = startChild(new URL('receiver.ts', import.meta.url))
    const loop = startChild(new URL('https-loop.ts', import.meta.url))
    try {
      const { port } = await receiver.request({ ...certificate })
      const trustCertificate = async (file: Environment['file']) => ({
        NODE_EXTRA_CA_CERTS: await file('ca.pem', certificate.cert),
      })
      const address = { port: Number(port), ca: certificate.cert }
      return await withEnvironment(
        (environment) => run(bench, environment, { receiver, loop, ...address }),
        trustCertificate,
      )
    } finally {
      await loop.stop()
      await receiver.stop()
    }
  },
}

interface Peers {
  readonly receiver: Child
  readonly loop: Child
  readonly port: number
  readonly ca: string
}

async function run(
  bench: BenchOptions,
  environment: Environment,
  { receiver, loop, port, ca }: Peers,
): Promise<ScenarioResult> {
  const { clients, providers } = await createTraders(environment, agentPairs)
  const agents = [...clients, ...providers]
  const hosts = agents.map((_, number) => `agent-${number}.hooks.localhost`)
  bench.progress(`${agents.length} webhooks`)
  for (const [number, agent] of agents.entries()) {
    await register(environment, agent, `https://${hosts[number]}:${port}/souk`)
  }
  // Registering a webhook sends a test message.
  let arrived = agents.length
  await receiver.request({ until: arrived })
  const arrivals = async (count: number, send: () => Promise<unknown>) => {
    const start = performance.now()
    await send()
    arrived += count
    await receiver.request({ until: arrived })
    return { value: count / ((performance.now() - start) / 1000) }
  }
  const ids = agents.map(({ agent }) => agent.id)
  const ours = (seconds: number) =>
    arrivals(perSecond * seconds, () => insertEvents(environment, ids, perSecond * seconds))
  await ours(1)
  const { headers, body } = await receiver.request({ until: arrived })
  const message = { hosts, port, ca, concurrency, headers, body }
  const theirs = (seconds: number) => {
    const count = perSecond * seconds
    return arrivals(count, () => loop.request({ ...message, count }))
  }
  const series = await measureInterleaved({ ours, 'node:https': theirs }, bench, () => settle(environment))
  const row = compare({
    what: 'webhook deliveries',
    unit: 'messages/s',
    ours: series('ours'),
    peer: 'a loop of node:https requests',
    theirs: series('node:https'),
    target: { atLeast: 0.5 },
  })
  const profiles = await explain(environment, bench, [row], { [row.what]: () => ours(bench.seconds) })
  return { postgres: environment.version, rows: [row], ...profiles }
}

async function register({ server }: Environment, { asPerson }: TestAgent, url: string): Promise<void> {
  const { status } = await server.call('setWebhook', { url, secret }, asPerson)
  if (status !== 200) fail(`setWebhook returned ${status}`)
}

/** Inserts events for the agents round-robin, each about another task. */
async function insertEvents({ query }: Environment, agents: readonly string[], count: number): Promise<void> {
  await query(`insert into outbox (id, at, agent_id, kind, subject, data, topics)
    select ${timedId('evt')}, now(), agent, 'task.message', task, jsonb_build_object('taskId', task, 'contextId', 'ctx_1',
      'sequence', 2, 'phase', 'working', 'role', 'client', 'by', 'provider', 'action', 'message'), array['agent:' || agent]
    from generate_series(1, ${count}) n, lateral (select (${array(agents)})[1 + n % ${agents.length}] as agent,
      ${timedId('task')} as task, n) made`)
  await query(`select pg_notify('souk_wakeups', 'outbox')`)
}

/** Fails on any failed attempt, because its retry would be counted twice. */
async function settle(environment: Environment): Promise<void> {
  const [row] = await environment.query('select count(*) from webhook_attempts where error_code is not null')
  if (row?.['count'] !== '0') throw new Error(`${String(row?.['count'])} attempts failed`)
  await environment.drain()
}
