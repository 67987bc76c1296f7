import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { sql, type Kysely, type Transaction } from 'kysely'
import { packageFolder } from '../lib/package-folder.ts'
import type { Database } from './pool.ts'
import type { Schema } from './schema.ts'
import { sqlState } from './sql-state.ts'

interface Migration {
  name: string
  text: string
  checksum: string
}

const folder = new URL('src/db/migrations/', packageFolder)
/** Any number, as long as every node uses the same one. */
const lockKey = 736_566_111

/** Brings the database to the state of this code: forward only, all or nothing, one node at a time. */
export async function migrate(database: Database): Promise<void> {
  const wanted = await readMigrations()
  await requireVersion(database)
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(database, wanted)
    } catch (error) {
      // Nodes that are running lock tables in another order.
      if (attempt === attemptsMax || sqlState(error) !== deadlock) throw error
    }
  }
}

const attemptsMax = 5
const deadlock = '40P01'

async function apply(database: Database, wanted: readonly Migration[]): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // A big table takes its time, and another node may be at it: neither is a mistake.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await sql`
      create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`.execute(tx)
    const applied = await appliedMigrations(tx)
    refuseStrangers(wanted, applied)
    for (const migration of wanted.filter(({ name }) => !applied.has(name))) {
      await sql.raw(migration.text).execute(tx)
      await sql`insert into migrations (name, checksum) values (${migration.name}, ${migration.checksum})`.execute(
        tx,
      )
    }
  })
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, folder), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function requireVersion(database: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(database)
  const major = Math.floor(Number(rows[0]?.server_version_num ?? 0) / 10_000)
  if (major < 15) throw new Error(`The database is PostgreSQL ${major}. Souk needs PostgreSQL 15 or newer.`)
}

async function appliedMigrations(tx: Transaction<Schema>): Promise<Map<string, string>> {
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from migrations`.execute(tx)
  return new Map(rows.map(({ name, checksum }) => [name, checksum]))
}

/** Steps this code does not know, or knows differently, mean that another version of Souk wrote the database. */
function refuseStrangers(wanted: readonly Migration[], applied: Map<string, string>): void {
  const known = new Map(wanted.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (known.get(name) === checksum) continue
    const problem = known.has(name) ? 'differs from' : 'is unknown to'
    throw new Error(
      `The database holds the migration ${name}, which ${problem} this version of Souk. Start the version that made it, or a newer one.`,
    )
  }
}
