import type { Kysely, RawBuilder, Transaction } from 'kysely'
import type { Settings } from '../config.ts'
import { Outbox, type Telling } from '../events/outbox.ts'
import type { Hub } from '../node/pubsub.ts'
import type { Clock } from '../lib/clock.ts'
import type { Vault } from '../lib/secrets.ts'
import type { Memory } from '../node/row-cache.ts'
import type { UrlVerdict } from '../ports/egress/policy.ts'
import type { Presence } from '../node/presence.ts'
import type { Joint } from './batch.ts'
import type { Database } from './pool.ts'
import type { Schema } from './schema.ts'

/** What comes with every transaction and every read: one time for all of it, and what never changes while we run. */
export interface Surroundings {
  readonly now: Date
  readonly settings: Settings
  readonly vault: Vault
  readonly presence: Presence
  readonly memory: Memory
  /** Whether something may be sent to a URL that a user named. */
  readonly judgeUrl: (url: string) => UrlVerdict
}

/** A transaction. Operations get nothing else to write with, so nothing they write can survive a rollback. */
export type Tx = Transaction<Schema> & Surroundings & Asking & Telling

/** A call that must happen once: who asks, under which Idempotency-Key, and what exactly. */
export interface Claim {
  readonly caller: string
  readonly key: string
  readonly route: string
  readonly requestHash: Buffer
}

/** One statement that is a transaction of its own, for paths where every round trip counts. */
export interface Statement extends Surroundings {
  /** Together with what others ask for at the same moment; the outcome is that of this row alone. */
  join<Row, Done>(
    statement: Joint<Row, Done>,
    row: Row,
    topics: (done: Done) => string[],
  ): Promise<Done | undefined>
  /** Alone. */
  run<Done>(statement: RawBuilder<Done>): Promise<Done[]>
  readonly read: Reader
  /** To be written by the same statement, together with the sealed answer. */
  readonly claim: Claim | undefined
}

/** What reads get: it cannot write, and a transaction serves wherever a reader does. */
export type Reader = Reading & Surroundings & Asking

type Reading = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'getExecutor' | 'fn'>

interface Asking {
  /** Together with what others ask for at the same moment; within a transaction alone, because it sees what others do not. */
  ask<Row, Done>(question: Joint<Row, Done>, row: Row): Promise<Done | undefined>
}

export interface Store {
  read<T>(query: (reader: Reader) => Promise<T>): Promise<T>
  write<T>(change: (tx: Tx) => Promise<T>): Promise<T>
  /** Runs at most one changing statement, without the round trips of a transaction. */
  once<T>(change: (statement: Omit<Statement, 'claim'>) => Promise<T>): Promise<T>
}

/** Two in each other's way; and a statement that was prepared before a column was added to its table. */
const retryable = new Set(['40001', '40P01', '0A000'])
const attemptsMax = 5

export interface StoreParts {
  readonly database: Database
  readonly clock: Clock
  readonly hub: Pick<Hub, 'announce'>
  readonly fixed: Omit<Surroundings, 'now'>
}

export function createStore({ database, clock, hub, fixed }: StoreParts): Store {
  const ask: Asking['ask'] = (question, row) => question.ask(database, row)
  const reader = readers({ ...readingOf(database), ...fixed, ask }, clock)
  const join: Statement['join'] = (statement, row, topics) =>
    statement.ask(database, row, (done) => {
      if (done.length > 0) hub.announce([...done.flatMap(topics), 'outbox'])
    })
  const run: Statement['run'] = async (statement) => (await statement.execute(database)).rows
  return {
    read: (query) => query(reader()),
    once: (change) => {
      const read = reader()
      return change(Object.assign(Object.create(fixed), { now: read.now, read, join, run }))
    },
    write: async (change) => {
      for (let attempt = 1; ; attempt++) {
        const outbox = new Outbox()
        const now = clock.now()
        const { announce, tell } = outbox
        try {
          const answer = await database.transaction().execute(async (transaction) => {
            const askAlone: Asking['ask'] = (question, row) => question.askAlone(transaction, row)
            const done = await change(
              Object.assign(transaction, { now, announce, tell, ask: askAlone, ...fixed }),
            )
            await outbox.write(transaction, now)
            return done
          })
          if (outbox.topics.size > 0) hub.announce([...outbox.topics, 'outbox'])
          return answer
        } catch (error) {
          if (attempt === attemptsMax || !retryable.has(sqlState(error) ?? '')) throw error
        }
      }
    },
  }
}

/** A reader is made for every call, and only its time is its own: copying all the rest would take longer than using it. */
function readers(shared: Omit<Reader, 'now'>, clock: Clock): () => Reader {
  return () => Object.assign(Object.create(shared), { now: clock.now() })
}

/** As much of a database as reads get, free of the object it belongs to. */
function readingOf(database: Database): Reading {
  return {
    selectFrom: database.selectFrom.bind(database),
    selectNoFrom: database.selectNoFrom.bind(database),
    with: database.with.bind(database),
    getExecutor: database.getExecutor.bind(database),
    fn: database.fn,
  }
}

/** The five characters by which PostgreSQL names what went wrong. One is always a digit, unlike in EPIPE. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
