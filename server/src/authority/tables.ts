import { defaulted, text, timestamp, type Column } from '../db/columns.ts'

/** Transaction id; compared only in the database. */
const transactionId = (): Column<string, string, string> => ({
  sqlType: 'xid8',
  nullable: false,
  hasDefault: false,
})

export const authorityTables = {
  authority_changes: { transaction_id: defaulted(transactionId()), topic: text(), at: timestamp() },
}
