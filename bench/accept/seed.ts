import { array, json } from '../lib/sql.ts'
import type { Traders, Environment } from '../lib/environment.ts'

export const price = 1000
export const feeBps = 500

const terms = {
  price: { amount: price, currency: 'USD' },
  reviewHours: 72,
  maxRevisions: 2,
  onSilence: 'accept',
}
const message = {
  messageId: 'msg_01',
  role: 'ROLE_AGENT',
  parts: [{ text: 'Here is the letter in English.' }],
}
const artifact = {
  artifactId: 'art_01',
  name: 'letter.txt',
  parts: [{ text: 'Dear Sir or Madam, '.repeat(10) }],
}

/** Tasks per transaction; larger batches leave too many row versions of one wallet in a transaction. */
const batchSize = 1000

/** Id of the task with this number, and the SQL expression for it. */
export const taskId = (number: number) => `task_${String(number).padStart(26, '0')}`
export const taskIdSql = (number: string) => `'task_' || lpad((${number})::text, 26, '0')`

/** SQL that picks an id by number, round-robin. */
export const idByNumber = (ids: readonly string[], number: string) =>
  `(${array(ids)})[1 + (${number}) % ${ids.length}]`

/** Seeds delivered tasks from number 1 on, each with held funds; clients are assigned round-robin. */
export async function seedDelivered(
  { query }: Environment,
  { clients }: Traders,
  { count, provider }: { count: number; provider: (number: string) => string },
): Promise<void> {
  const ids = clients.map(({ agent }) => agent.id)
  for (const id of ids) {
    await query(`select ledger_post('top_up:' || '${id}', 'top_up', '${id}', 'system', now(), '{sandbox,sandbox}',
      '{processor_clearing,available}', '{sandbox,${id}}', '{sandbox,${id}}', '{USD,USD}', '{1}', '{2}',
      array[${price * count}]::bigint[])`)
  }
  for (let from = 1; from <= count; from += batchSize) {
    const numbers = `generate_series(${from}, ${Math.min(count, from + batchSize - 1)}) n`
    await query(deliveredTasks(numbers, idByNumber(ids, 'n'), provider('n')))
    await query(`select ledger_post('hold:' || id, 'hold', id, 'system', now(), '{sandbox,sandbox}', '{available,held}',
      array[client_id, id], array[client_id, client_id], '{USD,USD}', '{1}', '{2}', array[held])
      from tasks where id between '${taskId(from)}' and '${taskId(from + batchSize - 1)}'`)
  }
  await query('vacuum analyze')
}

function deliveredTasks(numbers: string, client: string, provider: string): string {
  return `with task as (
      insert into tasks (id, context_id, provider_id, client_id, phase, seq, status_seq, status_at, terms, terms_hash,
        fee_bps, held, book, currency, has_work, was_delivered, revisions, due_at, warn_at, created_at)
      select ${taskIdSql('n')}, 'ctx_' || n, ${provider}, ${client}, 'delivered', 3, 3, now(), ${json(terms)},
        sha256('terms'), ${feeBps}, ${price}, 'sandbox', 'USD', true, true, 0, now() + interval '3 days',
        now() + interval '2 days', now() from ${numbers}
      returning id
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, message)
      select id, seq, now(), 'message', 'provider', 'working', ${json(message)} from task, generate_series(1, 3) seq
    )
    insert into artifacts (task_id, artifact_id, place, content, complete)
    select id, 'art_01', 1, ${json(artifact)}, true from task`
}
