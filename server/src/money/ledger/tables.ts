import {
  bigint,
  boolean,
  bytes,
  computed,
  defaulted,
  integer,
  nullable,
  text,
  timestamp,
} from '../../db/columns.ts'
import type { AccountKind, Book } from './accounts.ts'
import type { PostingKind } from './posting-types.ts'

/** Transaction id, ordered by start; compared only in the database. */
const transactionNumber = () => ({ ...text(), sqlType: 'xid8' })

export const ledgerTables = {
  ledger_accounts: {
    id: bigint(),
    book: text<Book>(),
    kind: text<AccountKind>(),
    owner: text(),
    wallet: text(),
    currency: text(),
    mode: text<'locked' | 'append'>(),
    floor: bigint(),
    ceiling: bigint(),
    balance: defaulted(bigint()),
    seq: defaulted(bigint()),
    open: computed(boolean()),
    created_at: timestamp(),
  },
  ledger_postings: {
    id: bigint(),
    key: text(),
    kind: text<PostingKind>(),
    ref: text(),
    actor: text(),
    legs_hash: bytes(),
    created_at: timestamp(),
  },
  ledger_transfers: {
    posting_id: bigint(),
    leg: integer(),
    debit_account_id: bigint(),
    credit_account_id: bigint(),
    debit_wallet: text(),
    credit_wallet: text(),
    amount: bigint(),
    debit_seq: nullable(bigint()),
    debit_balance: nullable(bigint()),
    credit_seq: nullable(bigint()),
    credit_balance: nullable(bigint()),
    xact: defaulted(transactionNumber()),
    created_at: timestamp(),
  },
  ledger_rollups: {
    account_id: bigint(),
    balance: bigint(),
    upto: transactionNumber(),
    rolled_at: timestamp(),
  },
}
