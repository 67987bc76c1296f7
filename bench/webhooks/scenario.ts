import { makeCertificate } from '../../server/src/ports/egress/test-certificate.ts'
import { fail } from '../../server/test/fixtures/harness.ts'
import type { Trader } from '../../server/test/fixtures/traders.ts'
import { startChild, type Child } from '../lib/child-process.ts'
import { compare, takeTurns } from '../lib/measurements.ts'
import { explain } from '../lib/profile.ts'
import { array, timedId } from '../lib/sql.ts'
import { inWorld, settleTraders, type World } from '../lib/environment.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'

/** The server sends at most ten messages a second from an agent to a host, four at once to a host, and 64 at once in all. */
const agentPairs = 50
const atOnce = 64
const perSecond = 400
const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'

export const webhooks: Scenario = {
  name: 'webhooks',
  question: 'How many events are delivered to webhooks in a second?',
  programs: {},
  run: async (bench) => {
    const certificate = makeCertificate({ dns: '*.hooks.localhost' })
    const receiver = startChild(new URL('receiver.ts', import.meta.url))
    const loop = startChild(new URL('https-loop.ts', import.meta.url))
    try {
      const { port } = await receiver.ask({ ...certificate })
      const trust = async (file: World['file']) => ({
        NODE_EXTRA_CA_CERTS: await file('ca.pem', certificate.cert),
      })
      const address = { port: Number(port), ca: certificate.cert }
      return await inWorld((world) => run(bench, world, { receiver, loop, ...address }), trust)
    } finally {
      await loop.stop()
      await receiver.stop()
    }
  },
}

interface Others {
  readonly receiver: Child
  readonly loop: Child
  readonly port: number
  readonly ca: string
}

async function run(bench: Bench, world: World, { receiver, loop, port, ca }: Others): Promise<Outcome> {
  const { clients, providers } = await settleTraders(world, agentPairs)
  const agents = [...clients, ...providers]
  const hosts = agents.map((_, number) => `agent-${number}.hooks.localhost`)
  bench.progress(`${agents.length} webhooks`)
  for (const [number, agent] of agents.entries()) {
    await register(world, agent, `https://${hosts[number]}:${port}/souk`)
  }
  // Each is tried out with a message when it is registered.
  let arrived = agents.length
  await receiver.ask({ until: arrived })
  const arrivals = async (count: number, send: () => Promise<unknown>) => {
    const start = performance.now()
    await send()
    arrived += count
    await receiver.ask({ until: arrived })
    return { value: count / ((performance.now() - start) / 1000) }
  }
  const ids = agents.map(({ agent }) => agent.id)
  const ours = (seconds: number) =>
    arrivals(perSecond * seconds, () => happen(world, ids, perSecond * seconds))
  await ours(1)
  const { headers, body } = await receiver.ask({ until: arrived })
  const message = { hosts, port, ca, atOnce, headers, body }
  const theirs = (seconds: number) => {
    const count = perSecond * seconds
    return arrivals(count, () => loop.ask({ ...message, count }))
  }
  const figures = await takeTurns({ ours, 'node:https': theirs }, bench, () => settled(world))
  const row = compare({
    what: 'webhook deliveries',
    unit: 'messages/s',
    ours: figures('ours'),
    peer: 'a loop of node:https requests',
    theirs: figures('node:https'),
    target: { atLeast: 0.5 },
  })
  const profiles = await explain(world, bench, [row], { [row.what]: () => ours(bench.seconds) })
  return { postgres: world.version, rows: [row], ...profiles }
}

async function register({ server }: World, { hand }: Trader, url: string): Promise<void> {
  const { status } = await server.call('setWebhook', { url, secret }, hand)
  if (status !== 200) fail(`a webhook was answered with ${status}`)
}

/** Something happens to every agent in turn, each time about another task. */
async function happen({ query }: World, agents: readonly string[], count: number): Promise<void> {
  await query(`insert into outbox (id, at, agent_id, kind, subject, data, topics)
    select ${timedId('evt')}, now(), agent, 'task.message', task, jsonb_build_object('taskId', task, 'contextId', 'ctx_1',
      'sequence', 2, 'phase', 'working', 'role', 'client', 'by', 'provider', 'action', 'message'), array['agent:' || agent]
    from generate_series(1, ${count}) n, lateral (select (${array(agents)})[1 + n % ${agents.length}] as agent,
      ${timedId('task')} as task, n) made`)
  await query(`select pg_notify('souk_wakeups', 'outbox')`)
}

/** A message that was sent twice would count twice. */
async function settled(world: World): Promise<void> {
  const [row] = await world.query('select count(*) from webhook_attempts where error_code is not null')
  if (row?.['count'] !== '0') throw new Error(`${String(row?.['count'])} attempts failed`)
  await world.quiet()
}
