import { sql } from 'kysely'
import type { ChargebackFacts } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import type { EvidenceRow } from '../payments/evidence/queries.ts'
import type { ChargebackRow } from '../payments/queries.ts'
import type { PageRequest } from '../../operation.ts'

export interface ListedChargeback extends ChargebackRow {
  readonly evidence_state: EvidenceRow['state'] | null
}

const listed = (reader: Reader) =>
  reader
    .selectFrom('chargebacks')
    .leftJoin('chargeback_evidence as e', 'e.chargeback_ref', 'chargebacks.ref')
    .selectAll('chargebacks')
    .select('e.state as evidence_state')
    .where('chargebacks.book', '=', reader.settings.book)

export async function chargebacksBefore(
  reader: Reader,
  {
    state,
    agentId,
    page,
  }: { state: ChargebackRow['state'] | undefined; agentId: string | undefined; page: PageRequest },
): Promise<ListedChargeback[]> {
  const [at, ref] = page.after ?? []
  return listed(reader)
    .$if(state !== undefined, (query) => query.where(sql`chargebacks.state`, '=', state))
    .$if(agentId !== undefined, (query) => query.where(sql`chargebacks.agent_id`, '=', agentId))
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(chargebacks.created_at, ref) < (${String(at)}::timestamptz, ${String(ref)})`),
    )
    .orderBy('chargebacks.created_at', 'desc')
    .orderBy('ref', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function findChargeback(reader: Reader, ref: string): Promise<ListedChargeback | undefined> {
  return listed(reader).where('ref', '=', ref).executeTakeFirst()
}

/** Until the end of the transaction, the processor's decision waits. */
export async function lockChargeback(tx: Tx, ref: string): Promise<ChargebackRow | undefined> {
  return tx
    .selectFrom('chargebacks')
    .selectAll()
    .where('ref', '=', ref)
    .where('book', '=', tx.settings.book)
    .forUpdate()
    .executeTakeFirst()
}

interface CustomerRow {
  readonly paid_at: Date
  readonly display_name: string
  readonly email: string
  readonly verified: boolean
  readonly since: Date
  readonly earlier: number
}

/** The payment, the owner of the agent that made it, and its undisputed payments before. */
export async function customerOf(reader: Reader, { payment_id: id }: ChargebackRow): Promise<CustomerRow> {
  const { rows } = await sql<CustomerRow>`
    select p.created_at as paid_at, u.display_name, u.email, u.email_verified_at is not null as verified,
      u.created_at as since,
      (select count(*)::int from payments e where e.agent_id = p.agent_id and e.id < p.id
        and e.state = 'succeeded' and e.kind <> 'conversion'
        and not exists (select from chargebacks c where c.payment_id = e.id)) as earlier
    from payments p join agents a on a.id = p.agent_id join users u on u.id = a.owner_id
    where p.id = ${id}`.execute(reader)
  const [row] = rows
  if (row === undefined) throw new Error(`Payment ${id} of a chargeback is missing.`)
  return row
}

const tasksMax = 20
const briefMax = 300

/** Paid tasks that the payer has started since the payment, newest first. */
export async function tasksSince(
  reader: Reader,
  { payment_id: id, agent_id: debtor }: ChargebackRow,
): Promise<ChargebackFacts['tasks']> {
  const { rows } = await sql<ChargebackFacts['tasks'][number]>`
    select t.id as "taskId", t.title, coalesce(left(b.content ->> 'description', ${briefMax}), '') as brief,
      provider.handle as provider, t.phase, t.terms -> 'price' as price,
      case when paid.amount is null then null
        else json_build_object('amount', paid.amount, 'currency', t.currency) end as paid,
      ${iso(sql`t.created_at`)} as "hiredAt", ${iso(sql`steps.delivered`)} as "deliveredAt",
      ${iso(sql`steps.accepted`)} as "acceptedAt", t.client_messages as "clientMessages",
      t.provider_messages as "providerMessages",
      (select count(*)::int from artifacts where task_id = t.id) as artifacts
    from payments p
    join tasks t on t.client_id in (p.agent_id, ${debtor}) and t.created_at >= p.created_at
      and t.terms_hash is not null
    join agents provider on provider.id = t.provider_id
    left join task_briefs b on b.task_id = t.id
    left join lateral (
      select max(at) filter (where action = 'deliver') as delivered,
        max(at) filter (where e.reason in ('accepted', 'auto_accepted')) as accepted
      from task_events e where e.task_id = t.id) steps on true
    left join lateral (
      select sum(l.amount)::float8 as amount from ledger_postings s
      join ledger_transfers l on l.posting_id = s.id
      join ledger_accounts c on c.id = l.credit_account_id
      where s.ref = t.id and s.kind in ('settle', 'rule') and c.kind in ('earnings', 'earnings_pending', 'revenue')) paid on true
    where p.id = ${id} order by t.created_at desc limit ${tasksMax}`.execute(reader)
  return rows
}

const iso = (time: ReturnType<typeof sql>) =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
