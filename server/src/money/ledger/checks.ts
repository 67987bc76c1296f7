/** Invariants of the ledger, each as a query for violations. */
import { sql, type RawBuilder } from 'kysely'
import { appendBalances } from './roll-up-queries.ts'

export interface Check {
  readonly name: string
  readonly meaning: string
  /** One row per violation; `subject` is the account, posting or transfer. */
  readonly violations: RawBuilder<{ subject: string }>
}

/** Both sides of every transfer. */
const history = sql`
  select debit_account_id as account_id, posting_id, -amount as change, debit_seq as seq, debit_balance as balance
    from ledger_transfers
  union all
  select credit_account_id, posting_id, amount, credit_seq, credit_balance from ledger_transfers`

export const balanceChecks: readonly Check[] = [
  {
    name: 'books-balance',
    meaning: 'All balances of a book and currency sum to zero.',
    violations: sql`
      select concat_ws(' ', a.book, a.currency) as subject
      from ledger_accounts a left join (${appendBalances}) b on b.id = a.id
      group by a.book, a.currency having sum(coalesce(b.balance, a.balance)) <> 0`,
  },
  {
    name: 'within-bounds',
    meaning: 'No account is, or ever was, below its floor or above its ceiling.',
    violations: sql`
      select concat_ws(' ', kind, owner, currency) as subject
        from ledger_accounts where balance not between floor and ceiling
      union all
      select concat_ws(' ', a.kind, a.owner, a.currency, 'at', h.posting_id)
        from (${history}) h join ledger_accounts a on a.id = h.account_id
        where h.balance not between a.floor and a.ceiling`,
  },
  {
    name: 'balances-add-up',
    meaning: 'Every balance is the sum of the transfers of its account, and every roll-up agrees with them.',
    violations: sql`
      select concat_ws(' ', a.kind, a.owner, a.currency) as subject
      from ledger_accounts a
      left join (select account_id, sum(change) as balance, count(seq) as numbered
        from (${history}) h group by account_id) s on s.account_id = a.id
      left join (${appendBalances}) b on b.id = a.id
      where coalesce(b.balance, a.balance) <> coalesce(s.balance, 0)
        or a.seq <> coalesce(s.numbered, 0)
        or (a.mode = 'append' and a.balance <> 0)`,
  },
  {
    name: 'history-chains',
    meaning:
      'The transfers of a locked account are numbered without gaps, and each starts from the previous balance.',
    violations: sql`
      select concat_ws(' ', 'account', account_id, 'at', posting_id) as subject
      from (select *,
          lag(seq, 1, 0::bigint) over past as seq_before,
          lag(balance, 1, 0::bigint) over past as balance_before,
          lag(posting_id, 1, 0::bigint) over past as posting_before
        from (${history}) h where seq is not null
        window past as (partition by account_id order by seq)) steps
      where seq <> seq_before + 1 or balance <> balance_before + change or posting_id < posting_before`,
  },
]

export const historyChecks: readonly Check[] = [
  {
    name: 'keys-once',
    meaning: 'No business fact was posted twice.',
    violations: sql`select key as subject from ledger_postings group by key having count(*) > 1`,
  },
  {
    name: 'postings-unaltered',
    meaning: 'Every posting has exactly its original transfers, and every transfer has a posting.',
    violations: sql`
      select coalesce(p.key, concat('posting ', t.posting_id)) as subject
      from ledger_postings p
      full join (select posting_id, string_agg(concat_ws('>', debit_account_id, credit_account_id, amount), '|' order by leg) as legs
        from ledger_transfers group by posting_id) t on t.posting_id = p.id
      where sha256(convert_to(concat(p.kind, '|', t.legs), 'UTF8')) is distinct from p.legs_hash`,
  },
  {
    name: 'books-apart',
    meaning: 'No transfer crosses books or currencies, or appears in the statement of another wallet.',
    violations: sql`
      select concat_ws(' ', 'posting', t.posting_id, 'leg', t.leg) as subject
      from ledger_transfers t
      left join ledger_accounts d on d.id = t.debit_account_id
      left join ledger_accounts c on c.id = t.credit_account_id
      where (d.book, d.currency) is distinct from (c.book, c.currency)
        or (t.debit_wallet, t.credit_wallet) is distinct from (d.wallet, c.wallet)`,
  },
  {
    name: 'history-guarded',
    meaning: 'The triggers that make history immutable exist.',
    violations: sql`
      select concat_ws(' ', g.guarded, g.name) as subject
      from (values ('ledger_accounts', 'ledger_accounts_guarded'), ('ledger_accounts', 'ledger_accounts_immutable'),
        ('ledger_accounts', 'ledger_accounts_opened'),
        ('ledger_postings', 'ledger_postings_guarded'), ('ledger_postings', 'ledger_postings_immutable'),
        ('ledger_transfers', 'ledger_transfers_guarded'), ('ledger_transfers', 'ledger_transfers_immutable'),
        ('invoices', 'invoices_immutable'), ('invoice_lines', 'invoice_lines_immutable'),
        ('invoice_periods', 'invoice_periods_immutable')
      ) g (guarded, name)
      where not exists (select from pg_trigger
        where tgrelid = g.guarded::regclass and tgname = g.name and tgenabled in ('O', 'A'))`,
  },
]
