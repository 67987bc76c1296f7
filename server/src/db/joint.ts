import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely'
import type { Database } from './pool.ts'
import { sqlState } from './transact.ts'

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

/** So many on their way at once: the next is made while the database is busy with the last. */
const underWayMax = 3
const rowsMax = 64

interface Waiting<Row, Done> {
  readonly row: Row
  readonly heard: ((done: readonly Done[]) => void) | undefined
  readonly resolve: (done: Done | undefined) => void
  readonly reject: (error: unknown) => void
}

export function joint<Row, Done>(made: JointStatement<Row, Done>): Joint<Row, Done> {
  const queues = new WeakMap<Database, (waiting: Waiting<Row, Done>) => void>()
  const queueOf = (database: Database) => {
    const known = queues.get(database) ?? createQueue(database, made)
    queues.set(database, known)
    return known
  }
  return {
    ask: (database, row, heard) =>
      new Promise((resolve, reject) => queueOf(database)({ row, heard, resolve, reject })),
    askAlone: async (transaction, row) => (await made.statement([row]).execute(transaction)).rows[0],
  }
}

function createQueue<Row, Done>(
  database: Database,
  made: JointStatement<Row, Done>,
): (waiting: Waiting<Row, Done>) => void {
  let queue: Waiting<Row, Done>[] = []
  let underWay = 0

  function send(): void {
    while (underWay < underWayMax && queue.length > 0) {
      const { together, later } = choose(queue, made)
      queue = later
      underWay++
      void carryOut(together).finally(() => {
        underWay--
        send()
      })
    }
  }

  async function carryOut(batch: readonly Waiting<Row, Done>[]): Promise<void> {
    try {
      const { rows } = await made.statement(batch.map(({ row }) => row)).execute(database)
      batch[0]?.heard?.(rows)
      const byKey = new Map(rows.map((done) => [made.keyOfDone(done), done]))
      for (const [place, { row, resolve }] of batch.entries()) resolve(byKey.get(made.keyOf(row, place)))
    } catch (error) {
      // What PostgreSQL refused it has undone: each is tried alone, so that nobody fails for another's row. After a
      // broken connection nobody knows, and nothing is repeated.
      if (batch.length > 1 && sqlState(error) !== undefined) {
        await Promise.all(batch.map((one) => carryOut([one])))
      } else for (const { reject } of batch) reject(error)
    }
  }

  // Calls arrive in bursts, because answers do: the first of a burst waits until the last has been read from its socket,
  // else it would be on its way alone, and all others after it.
  return (waiting) => {
    if (queue.length === 0) setImmediate(send)
    queue.push(waiting)
  }
}

function choose<Row, Done>(
  queue: readonly Waiting<Row, Done>[],
  { orderOf }: Pick<JointStatement<Row, Done>, 'orderOf'>,
) {
  if (orderOf === undefined) return { together: queue.slice(0, rowsMax), later: queue.slice(rowsMax) }
  const chosen = new Map<string, Waiting<Row, Done>>()
  const later: Waiting<Row, Done>[] = []
  for (const waiting of queue) {
    const order = orderOf(waiting.row)
    if (chosen.size < rowsMax && !chosen.has(order)) chosen.set(order, waiting)
    else later.push(waiting)
  }
  const inOrder = [...chosen].toSorted(([left], [right]) => (left < right ? -1 : 1))
  return { together: inOrder.map(([, waiting]) => waiting), later }
}
