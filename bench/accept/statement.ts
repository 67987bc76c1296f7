import { json, timedId } from '../lib/sql.ts'
import { feeBps, taskIdSql, price } from './seed.ts'

/** Client c settles the tasks `from` + c, `from` + c + clients, and so on. */
export function settleScript(clients: number): string {
  return `\\set n :from + :k * ${clients} + :client_id
\\set k :k + 1
${settleStatement(taskIdSql(':n'))};
`
}

const key = 'key_01m7fmheyme008w9cwvf4nvtzf'
const eventData = {
  taskId: 'task_00000000000000000000000001',
  contextId: 'ctx_1',
  sequence: 4,
  phase: 'completed',
  reason: 'accepted',
  role: 'client',
  by: 'client',
  action: 'accept',
}
const money = { agentId: 'agt_01m7fmhepwe00btbgddnychkfz' }
const fee = (price * feeBps) / 10_000

/**
 * The rows of an acceptance in one statement: task, task event, audit entry, outbox events for both sides, and the
 * posting of earnings and fee. Fails when the task does not exist.
 */
function settleStatement(id: string): string {
  return `with task as (
  update tasks set phase = 'completed', reason = 'accepted', seq = seq + 1, status_seq = seq + 1, status_at = now(),
    held = 0, due_at = null, warn_at = null
  where id = ${id} and phase = 'delivered' returning id, client_id, provider_id, seq
), event as (
  insert into task_events (task_id, seq, at, action, by, phase, reason)
  select id, seq, now(), 'accept', 'client', 'completed', 'accepted' from task
), entry as (
  insert into audit_entries (id, at, action, actor_kind, agent_id, key_id, ip, request_id, target, details)
  select ${timedId('aud')}, now(), 'task.accepted', 'key', client_id, '${key}', '127.0.0.1', 'req_5eqV78C2IKH_xFc_', id,
    ${json({ phase: 'completed', seq: 4 })}::jsonb from task returning id
), pending as (
  insert into audit_pending (entry_id) select id from entry
), outbox_rows as (
  insert into outbox (id, at, agent_id, kind, subject, data, topics)
  select ${timedId('evt')}, now(), note.agent, note.kind, note.subject, note.data, note.topics from task, lateral (values
    (client_id, 'task.updated', id, ${json(eventData)}::jsonb, array['agent:' || client_id, 'agent:' || provider_id, 'task:' || id]),
    (provider_id, 'task.updated', id, ${json(eventData)}::jsonb, '{}'),
    (client_id, 'payments.changed', null, ${json(money)}::jsonb, '{}'),
    (provider_id, 'payments.changed', null, ${json(money)}::jsonb, '{}')) note (agent, kind, subject, data, topics)
)
select 1 / count(posting) from task, lateral ledger_post('settle:' || id, 'settle', id, '${key}', now(),
  '{sandbox,sandbox,sandbox}', '{held,earnings,revenue}', array[id, provider_id, 'platform'],
  array[client_id, provider_id, 'platform'], '{USD,USD,USD}', '{1,1}', '{2,3}', '{${price - fee},${fee}}')`
}
