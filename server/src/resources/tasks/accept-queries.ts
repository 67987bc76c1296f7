import { sql } from 'kysely'
import { killSwitchBinds } from '../../approvals/bindings.ts'
import { entryOf, type Deed } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import { asTable, joint } from '../../db/joint.ts'
import type { Statement } from '../../db/transact.ts'
import { callOf } from '../../ledger/post.ts'
import type { Plan } from './plan-step.ts'
import { stepChanges, stepColumns, stepOf, stepsAllowed, stepsTold, type Stepped } from './step-queries.ts'

/** A planned acceptance as the statement below takes it. */
export function acceptance(
  statement: Statement,
  caller: AgentCaller,
  { seen, plan, deed, answer }: { seen: number; plan: Plan; deed: Deed; answer: object },
) {
  const { posting } = plan.moved
  return {
    ...stepOf(statement, { seen, plan, answer }),
    entry: entryOf(statement.now, caller, deed),
    payer: caller.agentId,
    watched: killSwitchBinds(caller) ? caller.agentId : null,
    ...(posting === undefined
      ? {}
      : {
          ...callOf(posting),
          amounts: posting.transfers.map(({ amount }) => String(amount)),
          posting: posting.key,
          posting_kind: posting.kind,
          actor: plan.actor,
        }),
  }
}

type Acceptance = ReturnType<typeof acceptance>

const columns = sql`${stepColumns}, entry json, payer text, watched text, posting text, posting_kind text, actor text, books text[],
  kinds text[], owners text[], wallets text[], currencies text[], debits integer[], credits integer[], amounts bigint[]`

/**
 * Accepts work, each with its event, posting, notes and audit entry, in one statement. It leaves out a task that is no longer
 * as it was when this was planned, a caller over whom a gate watches, a client with a chargeback, and a key that was used
 * before. Tasks are locked first and then accounts, each in the order of their ids, as everywhere.
 */
export const acceptTasks = joint<Acceptance, Stepped>({
  orderOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  keyOfDone: ({ id }) => id,
  statement: (rows) => sql<Stepped>`/* accept-tasks */
    with asked as materialized ${asTable(rows, columns)}, agents_locked as materialized (
      select a.id from agents a where a.id in (select payer from asked) order by a.id for key share
    ), unwatched as materialized (
      select id from agents_locked where (select count(*) from agents_locked) >= 0 and nobody_watches(id)
    ), riskless as materialized (
      select id from agents_locked where (select count(*) from agents_locked) >= 0 and not client_at_risk(id)
    ), tasks_locked as materialized (
      select t.id from tasks t join asked on asked.id = t.id and asked.seen = t.seq
      where (watched is null or watched in (select id from unwatched)) and payer in (select id from riskless)
      order by t.id for no key update of t
    ), ${stepsAllowed}, accounts_locked as materialized (
      select l.id from ledger_accounts l
      where mode = 'locked' and l.id in (
        select l.id from allowed, unnest(owners, kinds, books, currencies) named (owner, kind, book, currency)
        join ledger_accounts l using (owner, kind, book, currency))
      order by l.id for update
    ), posted as materialized (
      select allowed.id, ledger_post(posting, posting_kind, allowed.id, actor, at, books, kinds, owners, wallets, currencies,
        debits, credits, amounts) from allowed
      where posting is not null and (select count(*) from accounts_locked) >= 0
    ), task as (
      update tasks t set ${stepChanges}
      from allowed a left join posted using (id)
      where t.id = a.id and (a.posting is null or posted.id is not null)
      returning t.id, t.client_id, t.provider_id
    ), ${stepsTold}, entered as (
      insert into audit_entries (id, at, action, actor_kind, user_id, agent_id, key_id, session_id, ip, request_id, target,
        details)
      select e.id, e.at, action, actor_kind, user_id, agent_id, key_id, session_id, ip, request_id, target, details::jsonb
      from allowed, json_to_record(entry) as e (id text, at timestamptz, action text, actor_kind text, user_id text,
        agent_id text, key_id text, session_id text, ip text, request_id text, target text, details text)
      returning id
    ), pending as (insert into audit_pending (entry_id) select id from entered)
    select id, client_id, provider_id from task`,
})
