import { marketplaceExtension } from 'souk-contract'
import { array, json, timedId } from '../lib/sql.ts'
import type { Trading, World } from '../lib/environment.ts'

/** An answer is stored sealed, so it is about as long as what was answered and says nothing. */
const sealedBytes = 1083
const ids = { taskId: 'task_01m7fkptyre00ahyvmvyw2779y', contextId: 'ctx_01m7fkptyre00t1g7ktsm3k1vr' }
const origin = {
  agentId: 'agt_01m7fkpt7re00brszx70n9gxz1',
  name: 'agent-78b677a295',
  ownerVerified: false,
  at: '2026-11-15T12:42:55.832Z',
}
const message = {
  messageId: 'fb0c5b6e-1234',
  role: 'ROLE_USER',
  parts: [
    {
      text: 'Please translate the letter that I sent you yesterday into English, and keep its tone.',
      metadata: { [marketplaceExtension]: { origin } },
    },
  ],
  ...ids,
}
const terms = { reviewHours: 72, maxRevisions: 2, onSilence: 'accept' }
const told = { ...ids, sequence: 1, phase: 'requested', role: 'client', by: 'client', action: 'message' }

/** What pgbench writes again and again: a request of a random client to a random provider. */
export function limitScript(trading: Trading): string {
  const { clients, providers } = trading
  return `\\set c random(1, ${clients.length})
\\set p random(1, ${providers.length})
${requestRows(trading, { client: ':c', provider: ':p' })};
`
}

/** So many requests that were made before; nobody is told of them. */
export async function plantRequests({ query }: World, trading: Trading, count: number): Promise<void> {
  const { clients, providers } = trading
  const any = (length: number) => `1 + floor(random() * ${length})::int`
  const picked = { client: any(clients.length), provider: any(providers.length) }
  await query(`${requestRows(trading, { ...picked, from: `generate_series(1, ${count})` })}; truncate outbox`)
  await query('vacuum analyze')
}

interface Picked {
  readonly client: string
  readonly provider: string
  /** One row for each of these. */
  readonly from?: string
}

/**
 * The rows that a first message leaves behind, written by one statement and nothing around it: the task, its event, the
 * notes to both sides, and the stored answer of its Idempotency-Key.
 */
function requestRows({ clients, providers }: Trading, { client, provider, from }: Picked): string {
  return `with ids as materialized (
  select ${timedId('task')} as task,
    (${array(clients.map(({ agent }) => agent.id))})[${client}] as client,
    (${array(providers.map(({ agent }) => agent.id))})[${provider}] as provider
  ${from === undefined ? '' : `from ${from}`}
), claimed as (
  insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
  select client, task, 'sendMessage', sha256(task::bytea), decode(repeat('5a', ${sealedBytes}), 'hex'), now() from ids
), task as (
  insert into tasks (id, context_id, provider_id, client_id, phase, seq, status_seq, status_at, terms, held, book,
    currency, has_work, was_delivered, revisions, due_at, warn_at, created_at)
  select task, 'ctx' || substr(task, 5), provider, client, 'requested', 1, 1, now(), ${json(terms)}, 0, 'sandbox', 'USD', false,
    false, 0, now() + interval '30 days', now() + interval '29 days', now() from ids
), event as (
  insert into task_events (task_id, seq, at, action, by, phase, message)
  select task, 1, now(), 'message', 'client', 'requested', ${json(message)} from ids
)
insert into outbox (id, at, agent_id, kind, subject, data, topics)
select 'evt' || substr(task, 5) || '1', now(), client, 'task.created', task, ${json(told)}::jsonb,
  array['agent:' || client, 'agent:' || provider, 'task:' || task] from ids
union all
select 'evt' || substr(task, 5) || '2', now(), provider, 'task.created', task, ${json(told)}::jsonb, '{}' from ids`
}
