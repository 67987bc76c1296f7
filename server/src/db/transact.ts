import type { Kysely, Transaction } from 'kysely'
import type { Settings } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { Vault } from '../lib/secrets.ts'
import type { Database } from './pool.ts'
import type { Schema } from './schema.ts'

/** What comes with every transaction and every read: one time for all of it, and what never changes while we run. */
export interface Surroundings {
  readonly now: Date
  readonly settings: Settings
  readonly vault: Vault
}

/** A transaction. Operations get nothing else to write with, so nothing they write can survive a rollback. */
export type Tx = Transaction<Schema> & Surroundings

/** What reads get: it cannot write, and a transaction serves wherever a reader does. */
export type Reader = Pick<Kysely<Schema>, 'selectFrom' | 'selectNoFrom' | 'with' | 'getExecutor' | 'fn'> &
  Surroundings

export interface Store {
  read<T>(query: (reader: Reader) => Promise<T>): Promise<T>
  write<T>(change: (tx: Tx) => Promise<T>): Promise<T>
}

const retryable = new Set(['40001', '40P01'])
const attemptsMax = 5

export function createStore(database: Database, clock: Clock, fixed: Omit<Surroundings, 'now'>): Store {
  return {
    read: (query) => query(Object.assign(database.withoutPlugins(), { now: clock.now(), ...fixed })),
    write: async (change) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await database
            .transaction()
            .execute((transaction) => change(Object.assign(transaction, { now: clock.now(), ...fixed })))
        } catch (error) {
          if (attempt === attemptsMax || !retryable.has(sqlState(error) ?? '')) throw error
        }
      }
    },
  }
}

/** The five characters by which PostgreSQL names what went wrong. */
export function sqlState(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}
