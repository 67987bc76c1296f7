import { fail } from '../../server/test/fixtures/harness.ts'
import { text } from '../../server/test/fixtures/task-messages.ts'
import { json, quoted, timedId } from '../lib/sql.ts'
import { settleTraders, type Trading, type World } from '../lib/environment.ts'
import { mark, type Opening } from './subscribers.ts'
import type { Stage } from './fan-out.ts'

/** A caller has at most a hundred streams and an agent ten keys, so an agent has at most a thousand streams. */
const agents = 10
const keysEach = 10

const taskId = (number: number) => `task_${String(number).padStart(26, '0')}`
const message = { messageId: 'msg_01', role: 'ROLE_AGENT', parts: text('Still at it.') }

/** As many agents as hold all streams, each with `crowd` of them: those of the first follow one task, all others a task each. */
export async function soukStage(world: World, crowd: number): Promise<Stage> {
  const trading = await settleTraders(world, agents)
  const [provider] = trading.providers
  if (provider === undefined) return fail('no provider')
  await plantTasks(world, trading, crowd)
  const openings: Opening[] = []
  for (const [place, client] of trading.clients.entries()) {
    const keys = await keysOf(world, client)
    for (let number = 0; number < crowd; number++) {
      const task = taskId(place === 0 ? 0 : place * crowd + number)
      const path = `/api/a2a/v1/agents/${provider.agent.name}/tasks/${task}:subscribe`
      openings.push({ path, key: keys[number % keys.length] ?? '' })
    }
  }
  const said = { parts: text(`The next page is done. ${mark}`), taskId: taskId(0) }
  const sent = {
    name: provider.agent.name,
    message: said,
    configuration: { returnImmediately: true, historyLength: 0 },
  }
  return {
    origin: world.server.origin,
    openings,
    publishToCrowd: async () => {
      const { status } = await world.server.call('sendMessage', sent, provider.key)
      if (status !== 200) fail(`a message was answered with ${status}`)
    },
    publishToEach: () => publishToEach(world, crowd),
    reset: () => forgetMessages(world),
    settle: world.quiet,
  }
}

async function keysOf(
  { server }: World,
  { person, agent, key }: Trading['clients'][number],
): Promise<string[]> {
  const keys = [key.as ?? fail('no key')]
  while (keys.length < keysEach) {
    const made = await server.call('createKey', { agentId: agent.id, label: 'bench' }, { as: person.token })
    keys.push(made.data.secret)
  }
  return keys
}

async function plantTasks({ query }: World, { clients, providers }: Trading, crowd: number): Promise<void> {
  const clientIds = clients.map(({ agent }) => quoted(agent.id)).join(',')
  await query(`with task as (
      insert into tasks (id, context_id, provider_id, client_id, phase, seq, status_seq, status_at, terms, held, book,
        currency, has_work, was_delivered, revisions, due_at, warn_at, created_at)
      select 'task_' || lpad(n::text, 26, '0'), 'ctx_' || n, '${providers[0]?.agent.id}',
        (array[${clientIds}])[1 + n / ${crowd}], 'working', 1, 1, now(), '{}', 0, 'sandbox', 'USD', false, false, 0,
        now() + interval '30 days', now() + interval '29 days', now() from generate_series(0, ${agents * crowd - 1}) n
      returning id
    )
    insert into task_events (task_id, seq, at, action, by, phase, message)
    select id, 1, now(), 'message', 'provider', 'working', ${json(message)} from task`)
  await query('vacuum analyze')
}

async function forgetMessages({ query }: World): Promise<void> {
  await query('set session_replication_role = replica')
  await query('delete from task_events where seq > 1')
  await query('update tasks set seq = 1, status_seq = 1 where seq > 1')
  await query('reset session_replication_role')
}

/**
 * A message on every task of the second agent, written by one statement with all the rows that messages leave behind. The
 * server is then told to look, as nodes tell each other.
 */
async function publishToEach({ query }: World, crowd: number): Promise<void> {
  const said = { ...message, parts: text(`The next page is done. ${mark}`) }
  const told = `jsonb_build_object('taskId', id, 'contextId', context_id, 'sequence', seq, 'phase', phase, 'role', role,
    'by', 'provider', 'action', 'message')`
  await query(`with task as (
      update tasks set seq = seq + 1, status_seq = seq + 1, status_at = now()
      where id between '${taskId(crowd)}' and '${taskId(2 * crowd - 1)}' returning *
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, message)
      select id, seq, now(), 'message', 'provider', phase, ${json(said)} from task
    )
    insert into outbox (id, at, agent_id, kind, subject, data, topics)
    select ${timedId('evt')}, now(), agent, 'task.message', id, ${told}, topics from task, lateral (values
      ('client', client_id, array['task:' || id, 'agent:' || client_id, 'agent:' || provider_id]),
      ('provider', provider_id, '{}')) side (role, agent, topics)`)
  await query(`select pg_notify('souk_wakeups', 'outbox')`)
}
