import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { dumpSchema } from '../../src/db/dump.ts'
import { migrate } from '../../src/db/migrate.ts'
import { tables, views } from '../../src/db/schema.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'

let souk: Souk
beforeAll(async () => {
  souk = await startSouk()
})
afterAll(() => souk.stop())

describe('schema.sql', () => {
  it('matches the migrated database (npm run emit writes it)', async () => {
    const committed = await readFile(new URL('../../src/db/schema.sql', import.meta.url), 'utf8')
    expect(await dumpSchema(souk.context.database)).toBe(committed)
  })
})

describe('schema.ts', () => {
  it('describes every table and column of the database', async () => {
    const { rows } = await sql<{
      table: string
      column: string
      type: string
      nullable: boolean
      filled: boolean
    }>`
      select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
        c.relkind = 'r' and not a.attnotnull as nullable, d.oid is not null as filled
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v') and a.attnum > 0
        and not a.attisdropped and c.relname <> 'migrations'
      order by 1, 2`.execute(souk.context.database)
    const described = Object.entries({ ...tables, ...views }).flatMap(([table, columns]) =>
      Object.entries(columns).map(([column, { sqlType, nullable, hasDefault }]) => ({
        table,
        column,
        type: sqlType,
        nullable,
        filled: hasDefault,
      })),
    )
    const byName = (left: { table: string; column: string }, right: { table: string; column: string }) =>
      `${left.table}.${left.column}` < `${right.table}.${right.column}` ? -1 : 1
    expect(described.toSorted(byName)).toEqual(rows.toSorted(byName))
  })
})

describe('migrate', () => {
  it('is idempotent under concurrent starts', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrate(souk.context.database)))
    expect(await dumpSchema(souk.context.database)).toContain('create table users')
  })

  it('refuses a database of another version', async () => {
    const { database } = souk.context
    await sql`insert into migrations (name, checksum) values ('9999-future.sql', 'x')`.execute(database)
    await expect(migrate(database)).rejects.toThrow('9999-future.sql, which is unknown to this version')
    await sql`delete from migrations where name = '9999-future.sql'`.execute(database)
    await sql`update migrations set checksum = 'x' where name = '0001-kernel.sql'`.execute(database)
    await expect(migrate(database)).rejects.toThrow('0001-kernel.sql, which differs from this version')
  })
})
