import { sql } from 'kysely'
import { ownAgents, type AreaRows } from './own-agents-queries.ts'

const sideOf = (side: 'debit' | 'credit') => ({
  account: sql.ref(`t.${side}_account_id`),
  wallet: sql.ref(`t.${side}_wallet`),
  amount: side === 'debit' ? sql`-t.amount` : sql`t.amount`,
})

/** Changes of the person's own balances; the other side of a transfer is left out. */
const movements = (side: 'debit' | 'credit', ids: ReturnType<typeof ownAgents>) => sql`
  select lpad(t.posting_id::text, 20, '0') || lpad(t.leg::text, 5, '0') || ${side}::text as "sortKey",
    ${sideOf(side).wallet} as "agentId", p.kind, p.ref as reference, a.kind as balance,
    ${sideOf(side).amount} as amount, a.currency, a.book, t.created_at as at
  from ledger_transfers t join ledger_postings p on p.id = t.posting_id
  join ledger_accounts a on a.id = ${sideOf(side).account}
  where ${sideOf(side).wallet} in ${ids}`

export const moneyAreas: Readonly<Record<string, AreaRows>> = {
  transactions: (id) =>
    sql`${movements('debit', ownAgents(id))} union all ${movements('credit', ownAgents(id))}`,
  payments: (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", book, kind, amount, currency, state, failure,
      created_at as "createdAt"
    from payments where agent_id in ${ownAgents(id)}`,
  payouts: (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", book, amount, currency, state, failure_message as failure,
      created_at as "createdAt"
    from payouts where agent_id in ${ownAgents(id)}`,
  'saved-cards': (id) => sql`
    select id as "sortKey", id, agent_id as "agentId", book, state, brand, last4, exp_month as "expMonth",
      exp_year as "expYear", created_at as "createdAt"
    from payment_authorities where agent_id in ${ownAgents(id)}`,
  invoices: (id) => sql`
    select id as "sortKey", id, book, kind, label as number, month, owner_name as "ownerName", amount, currency, seller,
      issued_at as "issuedAt"
    from invoices where owner_id = ${id}`,
}
