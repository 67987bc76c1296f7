import { fail } from '../../server/test/fixtures/fail.ts'
import { text } from '../../server/test/fixtures/a2a/task-messages.ts'
import { json, quoted, timedId } from '../lib/sql.ts'
import { createTraders, type Traders, type Environment } from '../lib/environment.ts'
import { mark, type StreamRequest } from './subscribers.ts'
import type { Publisher } from './fan-out.ts'

/** The limits are 100 streams per key and ten keys per agent, so an agent has at most 1,000 streams. */
const agents = 10
const keysEach = 10

const taskId = (number: number) => `task_${String(number).padStart(26, '0')}`
const message = { messageId: 'msg_01', role: 'ROLE_AGENT', parts: text('Still at it.') }

/** Ten agents with `group` streams each: those of the first agent follow one task, every other its own. */
export async function startSouk(environment: Environment, group: number): Promise<Publisher> {
  const traders = await createTraders(environment, agents)
  const [provider] = traders.providers
  if (provider === undefined) return fail('no provider')
  await seedTasks(environment, traders, group)
  const streamRequests: StreamRequest[] = []
  for (const [index, client] of traders.clients.entries()) {
    const keys = await keysOf(environment, client)
    for (let number = 0; number < group; number++) {
      const task = taskId(index === 0 ? 0 : index * group + number)
      const path = `/api/a2a/v1/agents/${provider.agent.name}/tasks/${task}:subscribe`
      streamRequests.push({ path, key: keys[number % keys.length] ?? '' })
    }
  }
  const sharedMessage = { parts: text(`The next page is done. ${mark}`), taskId: taskId(0) }
  const input = {
    name: provider.agent.name,
    message: sharedMessage,
    configuration: { returnImmediately: true, historyLength: 0 },
  }
  return {
    origin: environment.server.origin,
    streamRequests,
    publishToAll: async () => {
      const { status } = await environment.server.call('sendMessage', input, provider.key)
      if (status !== 200) fail(`sendMessage returned ${status}`)
    },
    publishToEach: () => publishToEach(environment, group),
    reset: () => deleteMessages(environment),
    settle: environment.drain,
  }
}

async function keysOf(
  { server }: Environment,
  { person, agent, key }: Traders['clients'][number],
): Promise<string[]> {
  const keys = [key.as ?? fail('no key')]
  while (keys.length < keysEach) {
    const created = await server.call(
      'createKey',
      { agentId: agent.id, label: 'bench' },
      { as: person.token },
    )
    keys.push(created.data.secret)
  }
  return keys
}

async function seedTasks(
  { query }: Environment,
  { clients, providers }: Traders,
  group: number,
): Promise<void> {
  const clientIds = clients.map(({ agent }) => quoted(agent.id)).join(',')
  await query(`with task as (
      insert into tasks (id, context_id, provider_id, client_id, phase, seq, status_seq, status_at, terms, held, book,
        currency, has_work, was_delivered, revisions, due_at, warn_at, created_at)
      select 'task_' || lpad(n::text, 26, '0'), 'ctx_' || n, '${providers[0]?.agent.id}',
        (array[${clientIds}])[1 + n / ${group}], 'working', 1, 1, now(), '{}', 0, 'sandbox', 'USD', false, false, 0,
        now() + interval '30 days', now() + interval '29 days', now() from generate_series(0, ${agents * group - 1}) n
      returning id
    )
    insert into task_events (task_id, seq, at, action, by, phase, message)
    select id, 1, now(), 'message', 'provider', 'working', ${json(message)} from task`)
  await query('vacuum analyze')
}

async function deleteMessages({ query }: Environment): Promise<void> {
  await query('set session_replication_role = replica')
  await query('delete from task_events where seq > 1')
  await query('update tasks set seq = 1, status_seq = 1 where seq > 1')
  await query('reset session_replication_role')
}

/** Writes the rows of a message on every task of the second agent in one statement, and notifies the server as nodes do. */
async function publishToEach({ query }: Environment, group: number): Promise<void> {
  const published = { ...message, parts: text(`The next page is done. ${mark}`) }
  const eventData = `jsonb_build_object('taskId', id, 'contextId', context_id, 'sequence', seq, 'phase', phase, 'role', role,
    'by', 'provider', 'action', 'message')`
  await query(`with task as (
      update tasks set seq = seq + 1, status_seq = seq + 1, status_at = now()
      where id between '${taskId(group)}' and '${taskId(2 * group - 1)}' returning *
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, message)
      select id, seq, now(), 'message', 'provider', phase, ${json(published)} from task
    )
    insert into outbox (id, at, agent_id, kind, subject, data, topics)
    select ${timedId('evt')}, now(), agent, 'task.message', id, ${eventData}, topics from task, lateral (values
      ('client', client_id, array['task:' || id, 'agent:' || client_id, 'agent:' || provider_id]),
      ('provider', provider_id, '{}')) side (role, agent, topics)`)
  await query(`select pg_notify('souk_wakeups', 'outbox')`)
}
