/**
 * The only place that leases due rows: a worker takes the most overdue rows and moves their `due_at` past the lease, so
 * that no other node takes them meanwhile. If the node crashes, the rows are due again when the lease ends.
 *
 * Other queues have other rules. Task timeouts, approvals, the sandbox and search change the row in the transaction that
 * locks it, without a lease; reputation and dispatch lock one cursor; webhook deliveries share slots fairly between
 * receivers; events of the sandbox keep the order of their ids.
 */
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Tx } from './transact.ts'
import type { Schema } from './schema.ts'

/** Tables with a column `due_at`, and a unique key of each. */
const keys = {
  mails: 'id',
  processor_events: 'event_id',
  payments: 'id',
  payment_authorities: 'id',
  chargebacks: 'ref',
  refunds: 'ref',
  refund_orders: 'id',
  chargeback_evidence: 'chargeback_ref',
  payouts: 'id',
  blobs: 'id',
  files: 'id',
  data_exports: 'user_id',
} as const satisfies { readonly [Table in keyof Schema]?: keyof Schema[Table] }

type LeasedTable = keyof typeof keys

interface Lease {
  readonly batchSize: number
  /** End of the lease; an expression can use the columns of the row. */
  readonly until: Date | RawBuilder<Date>
  /** Condition on the row besides its due time. */
  readonly where: RawBuilder<unknown>
  /** Further assignments, such as a count of attempts. */
  readonly set?: RawBuilder<unknown>
}

/**
 * Statement that leases due rows and returns them, in any order. `array(…)` runs the inner query once: as a join, it
 * could run again for each row and lock more rows than the batch.
 */
export function leaseDue<Table extends LeasedTable>(
  { now }: Pick<Tx, 'now'>,
  name: Table,
  { batchSize, until, where, set }: Lease,
): RawBuilder<Selectable<Schema[Table]>> {
  const table = sql.table(name)
  const key = sql.ref(keys[name])
  return sql`
    update ${table} set due_at = ${until}${set === undefined ? sql`` : sql`, ${set}`}
    where ${key} = any (array(
      select ${key} from ${table} where due_at <= ${now} and ${where}
      order by due_at limit ${batchSize} for update skip locked
    ))
    returning *`
}
