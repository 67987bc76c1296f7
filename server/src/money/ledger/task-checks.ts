/** Checks that tasks and the ledger agree. */
import { sql } from 'kysely'
import type { Check } from './checks.ts'

const taskFunds = sql`
  select owner, book, currency,
    coalesce(sum(balance) filter (where kind = 'held'), 0) as held,
    coalesce(sum(balance) filter (where kind = 'dispute'), 0) as frozen
  from ledger_accounts where kind in ('held', 'dispute') group by owner, book, currency`

const undecidedHolds = sql`
  select agent_id, book, currency, sum(amount) as amount
  from earnings_holds where state = 'held' group by agent_id, book, currency`

export const taskChecks: readonly Check[] = [
  {
    name: 'tasks-agree',
    meaning: 'The held or frozen funds of a task agree with the ledger, and an ended task has none.',
    violations: sql`
      select concat_ws(' ', t.id, t.phase) as subject
        from tasks t
        left join (${taskFunds}) f on f.owner = t.id and f.book = t.book and f.currency = t.currency
        where coalesce(f.held, 0) <> case when t.due_at is null or t.phase = 'disputed' then 0 else t.held end
          or coalesce(f.frozen, 0) <> case when t.phase = 'disputed' then t.held else 0 end
          or t.due_at is null and t.held <> 0
      union all
      select concat_ws(' ', t.id, f.book, f.currency)
        from tasks t join (${taskFunds}) f on f.owner = t.id
        where (f.book, f.currency) <> (t.book, t.currency) and (f.held <> 0 or f.frozen <> 0)`,
  },
  {
    name: 'holds-agree',
    meaning: 'Pending earnings equal the sum of the undecided holds.',
    violations: sql`
      select concat_ws(' ', coalesce(a.owner, h.agent_id), coalesce(a.currency, h.currency)) as subject
      from (select * from ledger_accounts where kind = 'earnings_pending') a
      full join (${undecidedHolds}) h on h.agent_id = a.owner and h.book = a.book and h.currency = a.currency
      where coalesce(a.balance, 0) <> coalesce(h.amount, 0)`,
  },
]
