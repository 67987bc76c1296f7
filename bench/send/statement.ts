import { marketplaceExtension } from 'souk-contract'
import { array, json, timedId } from '../lib/sql.ts'
import type { Traders, Environment } from '../lib/environment.ts'

/** Stored responses are encrypted, so only their size matters. */
const encryptedBytes = 1083
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
const eventData = { ...ids, sequence: 1, phase: 'requested', role: 'client', by: 'client', action: 'message' }

/** One pgbench transaction: a first message of a random client to a random provider. */
export function pgbenchScript(traders: Traders): string {
  const { clients, providers } = traders
  return `\\set c random(1, ${clients.length})
\\set p random(1, ${providers.length})
${requestRows(traders, { client: ':c', provider: ':p' })};
`
}

/** Inserts earlier tasks without events in the outbox. */
export async function seedRequests({ query }: Environment, traders: Traders, count: number): Promise<void> {
  const { clients, providers } = traders
  const any = (length: number) => `1 + floor(random() * ${length})::int`
  const pick = { client: any(clients.length), provider: any(providers.length) }
  await query(`${requestRows(traders, { ...pick, from: `generate_series(1, ${count})` })}; truncate outbox`)
  await query('vacuum analyze')
}

interface AgentPick {
  readonly client: string
  readonly provider: string
  /** Source of rows; one task per row. */
  readonly from?: string
}

/** The rows of a first message in one statement: task, task event, outbox events for both sides, stored response. */
function requestRows({ clients, providers }: Traders, { client, provider, from }: AgentPick): string {
  return `with ids as materialized (
  select ${timedId('task')} as task,
    (${array(clients.map(({ agent }) => agent.id))})[${client}] as client,
    (${array(providers.map(({ agent }) => agent.id))})[${provider}] as provider
  ${from === undefined ? '' : `from ${from}`}
), claimed as (
  insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
  select client, task, 'sendMessage', sha256(task::bytea), decode(repeat('5a', ${encryptedBytes}), 'hex'), now() from ids
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
select 'evt' || substr(task, 5) || '1', now(), client, 'task.created', task, ${json(eventData)}::jsonb,
  array['agent:' || client, 'agent:' || provider, 'task:' || task] from ids
union all
select 'evt' || substr(task, 5) || '2', now(), provider, 'task.created', task, ${json(eventData)}::jsonb, '{}' from ids`
}
