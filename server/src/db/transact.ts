import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { recordAuthorityChanges } from '../authority/record-changes.ts'
import type { Settings } from '../config/config.ts'
import { Outbox, type OutboxWriter } from '../events/outbox.ts'
import type { PubSub } from '../node/pubsub.ts'
import type { Clock } from '../lib/clock.ts'
import type { Vault } from '../lib/secrets.ts'
import type { RowCache } from '../node/row-cache.ts'
import type { UrlVerdict } from '../ports/egress/policy.ts'
import type { Presence } from '../node/presence.ts'
import type { BatchStatement } from './batch.ts'
import type { Database } from './pool.ts'
import type { Schema } from './schema.ts'
import { sqlState } from './sql-state.ts'

/** Context of every transaction and read: its fixed time, and the shared parts of the node. */
export interface OperationContext {
  readonly now: Date
  readonly settings: Settings
  readonly vault: Vault
  readonly presence: Presence
  readonly rowCache: RowCache
  /** Whether egress allows a request to a URL that a user chose. */
  readonly checkUrl: (url: string) => UrlVerdict
}

/** A transaction. Operations have no other way to write, so a rollback undoes everything they wrote. */
export type Tx = Transaction<Schema> & OperationContext & Batching & OutboxWriter

/** Identifies an idempotent call: its caller, its Idempotency-Key, its route and a hash of the request. */
export interface IdempotencyClaim {
  readonly caller: string
  readonly key: string
  readonly route: string
  readonly requestHash: Buffer
}

/** One autocommitted statement, for hot paths where every round trip counts. */
export interface Statement extends OperationContext {
  /** Runs in a batch with concurrent calls; returns the result of this row. Publishes the topics of every result. */
  batch<Row, Result>(
    statement: BatchStatement<Row, Result>,
    row: Row,
    topics: (result: Result) => string[],
  ): Promise<Result | undefined>
  /** Runs outside of any batch. */
  run<Result>(statement: RawBuilder<Result>): Promise<Result[]>
  readonly read: Reader
  /** The statement writes it together with the sealed reply. */
  readonly claim: IdempotencyClaim | undefined
}

/** Read access. A transaction can be passed wherever a reader is expected. */
export type Reader = Reading & OperationContext & Batching

type Reading = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'getExecutor' | 'fn'>

interface Batching {
  /** Runs in a batch with concurrent reads; within a transaction alone, because it must see uncommitted rows. */
  batch<Row, Result>(query: BatchStatement<Row, Result>, row: Row): Promise<Result | undefined>
}

export interface Store {
  read<T>(query: (reader: Reader) => Promise<T>): Promise<T>
  write<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs at most one writing statement, without the round trips of a transaction. */
  autocommit<T>(change: (statement: Omit<Statement, 'claim'>) => Promise<T>): Promise<T>
}

/**
 * Serialization failure, deadlock, and a prepared statement whose table has a new column. After a unique violation, the next
 * attempt sees the row that a concurrent transaction has inserted, and is refused as in sequence.
 */
const retryable = new Set(['40001', '40P01', '0A000', '23505'])
const attemptsMax = 5

interface StoreParts {
  readonly database: Database
  readonly clock: Clock
  readonly pubsub: Pick<PubSub, 'publish'>
  readonly fixed: Omit<OperationContext, 'now'>
}

export function createStore({ database, clock, pubsub, fixed }: StoreParts): Store {
  const batchRead: Batching['batch'] = (query, row) => query.run(database, row)
  const reader = readers({ ...readingOf(database), ...fixed, batch: batchRead }, clock)
  const batch: Statement['batch'] = (statement, row, topics) =>
    statement.run(database, row, (results) => {
      if (results.length > 0) pubsub.publish([...results.flatMap(topics), 'outbox'])
    })
  const run: Statement['run'] = async (statement) => (await statement.execute(database)).rows
  return {
    read: (query) => query(reader()),
    autocommit: (change) => {
      const read = reader()
      return change(Object.assign(Object.create(fixed), { now: read.now, read, batch, run }))
    },
    write: async (change) => {
      for (let attempt = 1; ; attempt++) {
        const outbox = new Outbox()
        const now = clock.now()
        const { publish, emit } = outbox
        try {
          const reply = await database.transaction().execute(async (transaction) => {
            const batchAlone: Batching['batch'] = (query, row) => query.runAlone(transaction, row)
            const result = await change(
              Object.assign(transaction, { now, publish, emit, batch: batchAlone, ...fixed }),
            )
            await outbox.write(transaction, now)
            await recordAuthorityChanges(transaction, outbox.topics, now)
            return result
          })
          if (outbox.topics.size > 0) pubsub.publish([...outbox.topics, 'outbox'])
          return reply
        } catch (error) {
          if (attempt === attemptsMax || !retryable.has(sqlState(error) ?? '')) throw error
        }
      }
    },
  }
}

/** Every call gets a reader with its own time. The shared rest is inherited: copying it costs more than the read. */
function readers(shared: Omit<Reader, 'now'>, clock: Clock): () => Reader {
  return () => Object.assign(Object.create(shared), { now: clock.now() })
}

/** The reading methods of a database, bound to it. */
function readingOf(database: Database): Reading {
  return {
    selectFrom: database.selectFrom.bind(database),
    selectNoFrom: database.selectNoFrom.bind(database),
    with: database.with.bind(database),
    getExecutor: database.getExecutor.bind(database),
    fn: database.fn,
  }
}
