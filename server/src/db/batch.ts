import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import { createGathering, type Manner } from './batcher.ts'
import type { Database } from './pool.ts'

/**
 * A statement that does for many callers at once what each of them asked for. While one is on its way, whoever comes
 * waits for the next; a caller that comes alone waits for nobody.
 */
export interface Joint<Row, Done> {
  /** Answers what became of this row alone: undefined when the statement left it out. */
  ask(database: Database, row: Row, heard?: (done: readonly Done[]) => void): Promise<Done | undefined>
  /** The same for nobody else, within a transaction. */
  askAlone(transaction: QueryExecutorProvider, row: Row): Promise<Done | undefined>
}

/**
 * Rows for a statement as a table, `columns` being their names and types. PostgreSQL takes any JSON for a hundred rows, for
 * which it would read a whole table of ten thousand; behind a limit that it does not know when it plans, it counts on ten.
 */
export function asTable(rows: readonly object[], columns: RawBuilder<unknown>) {
  return sql`(select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (${columns}) limit ${rows.length})`
}

export interface JointStatement<Row, Done> {
  /**
   * Rows that have it in common never share a statement; the others come in this order, so that locks do too. Where nothing
   * is locked, anybody shares.
   */
  readonly orderOf?: (row: Row) => string
  /** By which a row and what became of it find each other. */
  readonly keyOf: (row: Row, place: number) => string | number
  readonly keyOfDone: (done: Done) => string | number
  readonly statement: (rows: readonly Row[]) => RawBuilder<Done>
}

const atOnce = 3
const rowsMax = 64

interface Asked<Row, Done> {
  readonly row: Row
  readonly heard: ((done: readonly Done[]) => void) | undefined
}

export function joint<Row, Done>(made: JointStatement<Row, Done>): Joint<Row, Done> {
  const gatherings = new WeakMap<Database, (asked: Asked<Row, Done>) => Promise<Done | undefined>>()
  const gatheringOf = (database: Database) => {
    const known = gatherings.get(database) ?? createGathering(mannerOf(database, made))
    gatherings.set(database, known)
    return known
  }
  return {
    ask: (database, row, heard) => gatheringOf(database)({ row, heard }),
    askAlone: async (transaction, row) => (await made.statement([row]).execute(transaction)).rows[0],
  }
}

function mannerOf<Row, Done>(
  database: Database,
  { statement, keyOf, keyOfDone, orderOf }: JointStatement<Row, Done>,
): Manner<Asked<Row, Done>, Done> {
  return {
    atOnce,
    choose: (waiting) => choose(waiting, orderOf),
    carryOut: async (asked) => {
      const { rows } = await statement(asked.map(({ row }) => row)).execute(database)
      asked[0]?.heard?.(rows)
      const byKey = new Map(rows.map((done) => [keyOfDone(done), done]))
      return asked.map(({ row }, place) => byKey.get(keyOf(row, place)))
    },
  }
}

function choose<Row, One extends { readonly asked: { readonly row: Row } }>(
  waiting: readonly One[],
  orderOf: ((row: Row) => string) | undefined,
) {
  if (orderOf === undefined) return { together: waiting.slice(0, rowsMax), later: waiting.slice(rowsMax) }
  const chosen = new Map<string, One>()
  const later: One[] = []
  for (const one of waiting) {
    const order = orderOf(one.asked.row)
    if (chosen.size < rowsMax && !chosen.has(order)) chosen.set(order, one)
    else later.push(one)
  }
  const inOrder = [...chosen].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return { together: inOrder.map(([, one]) => one), later }
}
