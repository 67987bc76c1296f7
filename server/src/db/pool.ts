import { Kysely, PostgresDialect } from 'kysely'
import { Pool, types } from 'pg'
import { prepareNamed } from './prepared.ts'
import type { Schema } from './schema.ts'

export type Database = Kysely<Schema>

/** Parses INT8 as bigint: money must never pass through a floating-point number. */
const ownTypes = {
  getTypeParser: ((oid, format) =>
    oid === types.builtins.INT8 && format !== 'binary'
      ? (value: string) => BigInt(value)
      : types.getTypeParser(oid, format)) satisfies typeof types.getTypeParser,
}

interface PoolOptions {
  url: string
  connections: number
  onError: (error: Error) => void
  /** Called for every round trip. */
  onStatement?: () => void
}

export function openDatabase({ url, connections, onError, onStatement }: PoolOptions): Database {
  const pool = new Pool({
    connectionString: url,
    max: connections,
    types: ownTypes,
    application_name: 'souk',
    connectionTimeoutMillis: 10_000,
    // A statement that runs longer is a bug; it must not hold locks indefinitely.
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
  })
  // The pool replaces a broken idle connection, but its error event without a listener would crash the process. During
  // shutdown, connections break because the database stops too.
  pool.on('error', (error) => {
    if (!pool.ending) onError(error)
  })
  pool.on('connect', (client) => {
    prepareNamed(client, onStatement)
    // A connection that breaks in use fails its statement; its error event without a listener would crash the process.
    client.on('error', () => undefined)
  })
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}
