import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { createBatcher, type BatchOptions } from './batcher.ts'
import type { Database } from './pool.ts'

/** SQL statement that serves concurrent calls of one kind together: one round trip and one commit for all of them. */
export interface BatchStatement<Row, Result> {
  /** Returns the result of this row, or undefined if the statement left it out. `onResults` receives those of the batch. */
  run(
    database: Database,
    row: Row,
    onResults?: (results: readonly Result[]) => void,
  ): Promise<Result | undefined>
  /** Runs the statement for one row within a transaction. */
  runAlone(transaction: QueryExecutorProvider, row: Row): Promise<Result | undefined>
}

/**
 * Rows as a table; `columns` are their names and types. PostgreSQL estimates a hundred rows for any json_to_recordset, and
 * would scan a table of ten thousand for them. A limit that is a parameter, unknown to a generic plan, makes it estimate ten.
 */
export function asTable(rows: readonly object[], columns: RawBuilder<unknown>) {
  return sql`(select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (${columns}) limit ${rows.length})`
}

interface BatchDefinition<Row, Result> {
  /**
   * Rows with the same value never share a batch; the others are sorted by it, so that all batches lock rows in the same
   * order. Omit it if the statement locks nothing.
   */
  readonly orderOf?: (row: Row) => string
  /** Joins a result to its row. */
  readonly keyOf: (row: Row, index: number) => string | number
  readonly keyOfResult: (result: Result) => string | number
  readonly statement: (rows: readonly Row[]) => RawBuilder<Result>
}

/** Batch of reads. `statement` joins the queries, a table of `columns`, and returns the `place` of the query with each row. */
export function defineReads<Query extends object, Result extends object>(
  columns: RawBuilder<unknown>,
  statement: (queries: RawBuilder<unknown>) => RawBuilder<Result & { readonly place: number }>,
): BatchStatement<Query, Result> {
  return defineBatch<Query, Result & { readonly place: number }>({
    keyOf: (_query, index) => index,
    keyOfResult: ({ place }) => place,
    statement: (queries) =>
      statement(
        asTable(
          queries.map((query, place) => ({ place, ...query })),
          sql`place integer, ${columns}`,
        ),
      ),
  })
}

const maxInFlight = 3
const overlapMs = 50
const rowsMax = 64

interface BatchCall<Row, Result> {
  readonly row: Row
  readonly onResults: ((results: readonly Result[]) => void) | undefined
}

export function defineBatch<Row, Result>(
  definition: BatchDefinition<Row, Result>,
): BatchStatement<Row, Result> {
  const batchers = new WeakMap<Database, (call: BatchCall<Row, Result>) => Promise<Result | undefined>>()
  const batcherOf = (database: Database) => {
    const known = batchers.get(database) ?? createBatcher(optionsOf(database, definition))
    batchers.set(database, known)
    return known
  }
  return {
    run: (database, row, onResults) => batcherOf(database)({ row, onResults }),
    runAlone: async (transaction, row) => (await definition.statement([row]).execute(transaction)).rows[0],
  }
}

function optionsOf<Row, Result>(
  database: Database,
  { statement, keyOf, keyOfResult, orderOf }: BatchDefinition<Row, Result>,
): BatchOptions<BatchCall<Row, Result>, Result> {
  return {
    maxInFlight,
    overlapMs,
    pick: (queue) => pick(queue, orderOf),
    run: async (calls) => {
      const { rows } = await statement(calls.map(({ row }) => row)).execute(database)
      calls[0]?.onResults?.(rows)
      const byKey = new Map(rows.map((result) => [keyOfResult(result), result]))
      return calls.map(({ row }, index) => byKey.get(keyOf(row, index)))
    },
  }
}

function pick<Row, Queued extends { readonly call: { readonly row: Row } }>(
  queue: readonly Queued[],
  orderOf: ((row: Row) => string) | undefined,
) {
  if (orderOf === undefined) return { batch: queue.slice(0, rowsMax), rest: queue.slice(rowsMax) }
  const picked = new Map<string, Queued>()
  const rest: Queued[] = []
  for (const queued of queue) {
    const order = orderOf(queued.call.row)
    if (picked.size < rowsMax && !picked.has(order)) picked.set(order, queued)
    else rest.push(queued)
  }
  const inOrder = [...picked].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return { batch: inOrder.map(([, queued]) => queued), rest }
}
