/** Invariants of tasks, fees, payouts and chargebacks that the ledger alone can check. */
import { sql } from 'kysely'
import type { Check } from './checks.ts'
import { appendBalances } from './roll-up-queries.ts'

/** Transfers with both accounts; corrections are included with reversed direction. */
const flows = sql`
  select p.key, p.kind, p.ref, t.posting_id, t.amount, t.debit_balance, d.book, d.currency,
    d.kind as source, d.owner as source_owner, d.wallet as source_wallet,
    c.kind as target, c.owner as target_owner, c.wallet as target_wallet
  from ledger_transfers t
  join ledger_postings p on p.id = t.posting_id
  join ledger_accounts d on d.id = t.debit_account_id
  join ledger_accounts c on c.id = t.credit_account_id`

/** Excludes corrected postings; a posting whose correction was corrected counts again. */
const currentState = sql`
  select * from (${flows}) f
  where kind <> 'correct' and key not in (
    select regexp_replace(key, '^(correct:)+', '') from ledger_postings
    where kind = 'correct' group by 1 having count(*) % 2 = 1)`

const taskBalances = sql`
  select owner, book, currency, sum(balance) as balance
  from ledger_accounts where kind in ('held', 'dispute') group by owner, book, currency`

export const businessChecks: readonly Check[] = [
  {
    name: 'task-funds-held',
    meaning: 'The funds of a task stay held until they are paid, returned or ruled on; then none remain.',
    violations: sql`
      select concat_ws(' ', b.owner, b.currency) as subject
      from (${taskBalances}) b
      left join (select ref, book, currency, coalesce(sum(amount) filter (where kind = 'hold'), 0) as put_in,
          bool_or(kind in ('settle', 'release', 'rule')) as ended
        from (${currentState}) f group by ref, book, currency
      ) f on f.ref = b.owner and f.book = b.book and f.currency = b.currency
      where b.balance <> case when f.ended then 0 else coalesce(f.put_in, 0) end`,
  },
  {
    name: 'tasks-conserve',
    meaning:
      'Funds that a client put into a task were paid to the provider, charged as a fee, returned to the client, or are still held.',
    violations: sql`
      select concat_ws(' ', b.owner, b.currency) as subject
      from (${taskBalances}) b
      left join (select task, book, currency, sum(change) as balance
        from (
          select target_owner as task, book, currency, amount as change from (${flows}) f
            where target in ('held', 'dispute') and (source = 'available' and source_wallet = target_wallet
              or kind = 'correct' and source in ('earnings', 'revenue') or source_owner = target_owner)
          union all
          select source_owner, book, currency, -amount from (${flows}) f
            where source in ('held', 'dispute') and (target = 'available' and source_wallet = target_wallet
              or target in ('earnings', 'revenue') or source_owner = target_owner)
        ) known group by task, book, currency
      ) f on f.task = b.owner and f.book = b.book and f.currency = b.currency
      where b.balance <> coalesce(f.balance, 0)`,
  },
  {
    name: 'fees-bounded',
    meaning: 'A fee is charged once, when a task is settled or ruled on, and does not exceed the held funds.',
    violations: sql`
      select fee.key as subject
      from (select key, kind, ref, count(*) as legs, sum(amount) as amount
        from (${flows}) f where target = 'revenue' and kind <> 'correct' group by key, kind, ref) fee
      left join (select ref, sum(amount) as amount
        from (${flows}) f where kind = 'hold' group by ref) held on held.ref = fee.ref
      where fee.kind not in ('settle', 'rule') or fee.legs > 1 or fee.amount > coalesce(held.amount, 0)`,
  },
  {
    name: 'payouts-earned',
    meaning: 'No agent has paid out and converted more than it earned.',
    violations: sql`
      select concat_ws(' ', wallet, book, currency) as subject
      from (
        select target_wallet as wallet, book, currency, amount as change from (${flows}) f
          where target = 'earnings' and source in ('held', 'dispute', 'processor_clearing', 'earnings_pending', 'earnings')
            or source = 'processor_clearing' and target = 'payout_pending'
            or kind = 'correct' and source = 'available' and target = 'earnings'
        union all
        select source_wallet, book, currency, -amount from (${flows}) f
          where source = 'payout_pending' and target = 'processor_clearing'
            or source = 'earnings' and target in ('held', 'dispute', 'processor_clearing', 'available', 'earnings_pending', 'earnings')
      ) changes
      group by wallet, book, currency having sum(change) < 0`,
  },
  {
    name: 'payouts-once',
    meaning:
      'A payout is sent or released once, for at most the reserved amount, and returned only after it was sent.',
    violations: sql`
      select ref as subject
      from (${currentState}) f
      where kind like 'payout%'
      group by ref having
        coalesce(sum(amount) filter (where kind in ('payout_sent', 'payout_release')), 0)
          > coalesce(sum(amount) filter (where kind = 'payout_hold'), 0)
        or coalesce(sum(amount) filter (where kind = 'payout_return'), 0)
          > coalesce(sum(amount) filter (where kind = 'payout_sent'), 0)`,
  },
  {
    name: 'debts-last',
    meaning: 'A chargeback or refund debits the available funds first; only the rest becomes debt.',
    violations: sql`
      select key as subject
      from (${flows}) f where kind in ('chargeback', 'refund')
      group by key having min(debit_balance) filter (where source = 'available') < 0
        or (bool_or(source = 'receivable') and max(debit_balance) filter (where source = 'available') > 0)`,
  },
  {
    name: 'suspense-empty',
    meaning: 'Every balance transaction of the processor is matched.',
    violations: sql`
      select concat_ws(' ', a.book, a.currency) as subject
      from ledger_accounts a join (${appendBalances}) b on b.id = a.id
      where a.kind = 'suspense' and b.balance <> 0`,
  },
]
