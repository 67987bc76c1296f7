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
/** Arbitrary advisory lock key, the same on every node. */
const lockKey = 736_566_111

/** Applies pending migrations in one transaction: forward only, on one node at a time. */
export async function migrate(database: Database): Promise<void> {
  const migrations = await readMigrations()
  await requireVersion(database)
  for (let attempt = 1; ; attempt++) {
    try {
      return await apply(database, migrations)
    } catch (error) {
      // Running nodes lock tables in another order.
      if (attempt === attemptsMax || sqlState(error) !== deadlock) throw error
    }
  }
}

const attemptsMax = 5
const deadlock = '40P01'

async function apply(database: Database, migrations: readonly Migration[]): Promise<void> {
  await database.transaction().execute(async (tx) => {
    // Large tables, and waiting for another node that migrates, can exceed the usual timeout.
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(tx)
    await sql`
      create table if not exists migrations (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`.execute(tx)
    const applied = await appliedMigrations(tx)
    requireKnownMigrations(migrations, applied)
    for (const migration of migrations.filter(({ name }) => !applied.has(name))) {
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

/** Refuses a database with an unknown or modified migration: another version of Souk wrote it. */
function requireKnownMigrations(migrations: readonly Migration[], applied: Map<string, string>): void {
  const known = new Map(migrations.map(({ name, checksum }) => [name, checksum]))
  for (const [name, checksum] of applied) {
    if (known.get(name) === checksum) continue
    const problem = known.has(name) ? 'differs from' : 'is unknown to'
    throw new Error(
      `The database has the migration ${name}, which ${problem} this version of Souk. Start the version that applied it, or a newer one.`,
    )
  }
}
