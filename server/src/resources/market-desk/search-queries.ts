import { sql, type RawBuilder } from 'kysely'
import type { SearchHit } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { emailKey } from '../users/rules.ts'

const hitsMax = 50
const hitsOfKindMax = 20

/** Exact ids, addresses and fingerprints; handles, names and addresses also by their start. */
export async function searchHits(reader: Reader, q: string): Promise<SearchHit[]> {
  const exact = q.trim()
  const start = `${exact.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const mail = `${emailKey(exact).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const selections = [
    users(sql`'id'`, sql`id = ${exact}`),
    users(sql`'email'`, sql`email_key like ${mail}`),
    users(sql`'name'`, sql`lower(display_name) like ${start}`),
    agents(sql`'id'`, sql`id = ${exact}`),
    agents(sql`'handle'`, sql`handle like ${start}`),
    agents(sql`'name'`, sql`lower(display_name) like ${start}`),
    agents(sql`'card'`, sql`id in (select agent_id from payment_authorities where fingerprint = ${exact})`),
    sql`select 'organization' as kind, id, display_name as name, handle as detail,
      case when id = ${exact} then 'id' else 'handle' end as matched
      from organizations where id = ${exact} or handle like ${start}`,
    sql`select 'task' as kind, id, coalesce(nullif(title, ''), id) as name, phase as detail, 'id' as matched
      from tasks where id = ${exact}`,
    sql`select 'payment' as kind, id, id as name, state as detail, 'id' as matched from payments where id = ${exact}`,
    sql`select 'payout' as kind, id, id as name, state as detail, 'id' as matched from payouts where id = ${exact}`,
  ]
  const limited = selections.map((selection) => sql`(${selection} limit ${sql.lit(hitsOfKindMax)})`)
  const { rows } = await sql<SearchHit>`
    select distinct on (kind, id) kind, id, name, detail, matched
    from (${sql.join(limited, sql` union all `)}) hits
    order by kind, id, matched limit ${sql.lit(hitsMax)}`.execute(reader)
  return rows
}

const users = (matched: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select 'user' as kind, id, display_name as name, email as detail, ${matched} as matched from users where ${where}`

const agents = (matched: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select 'agent' as kind, id, display_name as name, handle as detail, ${matched} as matched from agents where ${where}`
