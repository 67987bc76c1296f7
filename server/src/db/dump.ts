import { sql } from 'kysely'
import type { Database } from './pool.ts'

/** The schema as SQL in a stable order. It is committed as schema.sql, so that a review shows the effect of a migration. */
export async function dumpSchema(database: Database): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    with relations as (
      select c.oid, c.relname, c.relkind from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
    ),
    columns as (
      select a.attrelid, string_agg(
          format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
            case when a.attnotnull then ' not null' else '' end,
            case when d.oid is null then ''
              when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
              else ' default ' || pg_get_expr(d.adbin, d.adrelid) end),
          E',\n' order by a.attnum) as list
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attnum > 0 and not a.attisdropped group by a.attrelid
    ),
    constraints as (
      select conrelid, string_agg(format('  constraint %I %s', conname, pg_get_constraintdef(oid)), E',\n' order by conname) as list
      from pg_constraint where contype <> 'n' group by conrelid
    )
    select text from (
      select 1 as part, p.proname::text as name, pg_get_functiondef(p.oid) || ';' as text
        from pg_proc p where p.pronamespace = 'public'::regnamespace
      union all
      select 2, r.relname, format(E'create table %I (\n%s%s\n);', r.relname, c.list, coalesce(E',\n' || k.list, ''))
        from relations r join columns c on c.attrelid = r.oid left join constraints k on k.conrelid = r.oid
        where r.relkind = 'r'
      union all
      select 3, i.relname, pg_get_indexdef(i.oid) || ';'
        from pg_index x join pg_class i on i.oid = x.indexrelid join relations r on r.oid = x.indrelid
        where not exists (select from pg_constraint k where k.conindid = i.oid)
      union all
      select 4, r.relname, format(E'create view %I as\n%s', r.relname, pg_get_viewdef(r.oid)) from relations r where r.relkind = 'v'
      union all
      select 5, t.tgname, pg_get_triggerdef(t.oid) || ';'
        from pg_trigger t join relations r on r.oid = t.tgrelid where not t.tgisinternal
    ) everything order by part, name`.execute(database)
  return `${rows.map(({ text }) => text.trim()).join('\n\n')}\n`
}
