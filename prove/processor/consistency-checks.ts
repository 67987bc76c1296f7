/** Consistency between our records and those of the processor; each check is a query for violations. */
import { sql } from 'kysely'
import type { Reader } from '../../server/src/db/transact.ts'
import type { Check } from '../../server/src/money/ledger/checks.ts'
import { appendBalances } from '../../server/src/money/ledger/roll-up-queries.ts'
import { assertClaim } from '../suite.ts'

/** Invariants that hold at any time. */
export const invariants: readonly Check[] = [
  {
    name: 'charged-once',
    meaning: 'The processor charged a payment at most once.',
    violations: sql`
      select our_id as subject from sandbox_payments where state <> 'failed' group by our_id having count(*) > 1`,
  },
  {
    name: 'paid-once',
    meaning: 'The processor transferred a payout at most once, to the account and to the bank.',
    violations: sql`
      select our_id as subject from sandbox_transfers group by our_id having count(*) > 1
      union all
      select our_id from sandbox_payouts group by our_id having count(*) > 1`,
  },
  {
    name: 'released-unsent',
    meaning: 'A failed or canceled payout has no transfer at the processor.',
    violations: sql`
      select concat_ws(' ', p.id, p.state) as subject
      from payouts p join sandbox_transfers sent on sent.our_id = p.id
      where p.state in ('failed', 'canceled')`,
  },
]

const allFinal: Check = {
  name: 'nothing-stuck',
  meaning: 'Every payment, payout, refund and event is final.',
  violations: sql`
    select concat_ws(' ', id, state) as subject from payments
      where due_at is not null or state in ('intended', 'open', 'processing')
    union all
    select concat_ws(' ', id, state) from payouts
      where state <> 'paid' and due_at is not null or state not in ('paid', 'failed', 'returned', 'canceled')
    union all
    select concat_ws(' ', id, state) from refund_orders where state = 'requested'
    union all
    select concat_ws(' ', event_id, type, state) from processor_events where state not in ('applied', 'ignored')
    union all
    select concat_ws(' ', id, type, state) from sandbox_events where state = 'queued'`,
}

/** Checks that hold once nothing is in flight. */
export const finalChecks: readonly Check[] = [
  allFinal,
  {
    name: 'payments-agree',
    meaning: 'A payment has succeeded and is posted exactly when the processor has the money.',
    violations: sql`
      select concat_ws(' ', p.id, p.state, theirs.state) as subject
      from payments p
      left join sandbox_payments theirs on theirs.our_id = p.id and theirs.state = 'succeeded'
      left join ledger_postings posted on posted.key = 'top_up:' || p.id
      left join ledger_transfers t on t.posting_id = posted.id
      where p.kind <> 'conversion' and (
        (p.state = 'succeeded') <> (theirs.id is not null)
        or theirs.amount is distinct from t.amount or theirs.amount <> p.amount)`,
  },
  {
    name: 'payouts-agree',
    meaning:
      'A payout is paid exactly when the bank has the money, and back in earnings when it was returned or never sent.',
    violations: sql`
      select concat_ws(' ', p.id, p.state, bank.state) as subject
      from payouts p
      left join sandbox_transfers sent on sent.our_id = p.id
      left join sandbox_payouts bank on bank.our_id = p.id
      where p.state <> all (case
        when sent.id is null then array['failed', 'canceled']
        when sent.reversed = sent.amount then array['returned']
        when bank.state = 'paid' then array['paid']
        else array['under way'] end)`,
  },
  {
    name: 'payouts-booked',
    meaning: 'The outcome of each payout is posted exactly once.',
    violations: sql`
      select concat_ws(' ', p.id, p.state, booked.kinds) as subject
      from payouts p
      left join lateral (
        select array_agg(kind order by kind) as kinds from ledger_postings
        where ref = p.id and kind <> 'payout_hold') booked on true
      where booked.kinds is distinct from case p.state
        when 'paid' then array['payout_sent']
        when 'returned' then array['payout_return', 'payout_sent']
        else array['payout_release'] end`,
  },
  {
    name: 'chargebacks-agree',
    meaning: 'Every dispute at the processor has a chargeback in the same state.',
    violations: sql`
      select concat_ws(' ', d.id, d.state, c.state) as subject
      from sandbox_disputes d left join chargebacks c on c.ref = d.id
      where (c.state, c.withdrawn, c.reinstated) is distinct from
        (d.state, d.amount, case d.state when 'won' then d.amount else 0 end)`,
  },
  {
    name: 'refunds-agree',
    meaning: 'Every refund at the processor has a refund in the same state.',
    violations: sql`
      select concat_ws(' ', theirs.id, theirs.state, ours.state) as subject
      from sandbox_refunds theirs left join refunds ours on ours.ref = theirs.id
      where (ours.state, ours.amount) is distinct from (theirs.state, theirs.amount)`,
  },
  {
    name: 'clearing-agrees',
    meaning: 'The clearing account equals the balance at the processor.',
    violations: sql`
      select concat_ws(' ', a.currency, -b.balance, theirs.total) as subject
      from ledger_accounts a
      join (${appendBalances}) b on b.id = a.id
      join (select m.currency, sum(m.amount - m.fee) as total from sandbox_movements m
        group by m.currency) theirs on theirs.currency = a.currency
      where a.kind = 'processor_clearing' and -b.balance <> theirs.total`,
  },
]

/** Throws `ClaimViolation` at the first check with violations. */
export async function requireChecks(reader: Reader, label: string, checks: readonly Check[]): Promise<void> {
  for (const { name, meaning, violations } of checks) {
    const { rows } = await sql<{ subject: string }>`
      select subject from (${violations}) found order by subject limit 3`.execute(reader)
    const found = rows.map(({ subject }) => subject).join(', ')
    assertClaim(rows.length === 0, `${label}: ${name}: ${meaning} Violated by: ${found}`)
  }
}

/** Whether every payment, payout and event is final. */
export async function isSettled(reader: Reader): Promise<boolean> {
  const { rows } = await sql`select from (${allFinal.violations}) found limit 1`.execute(reader)
  return rows.length === 0
}
