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
    users(sql`'email'`, sql`${exact} like '%@%' and mailbox_of(email_key) = mailbox_of(${exact})`),
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
    select distinct on (kind, id) kind, id, name, detail, matched,
      kind = 'user' and ${sharesWithSuspended} as "evasionSuspected"
    from (${sql.join(limited, sql` union all `)}) hits
    order by kind, id, matched limit ${sql.lit(hitsMax)}`.execute(reader)
  return rows
}

/** Whether the person of a hit shares a mailbox or a card with a suspended one, and is not suspended. */
const sharesWithSuspended = sql`(
  exists (select from users me join users o on mailbox_of(o.email_key) = mailbox_of(me.email_key) and o.id <> me.id
    where me.id = hits.id and me.standing <> 'suspended' and o.standing = 'suspended')
  or exists (select from agents mine join users me on me.id = mine.owner_id and me.standing <> 'suspended'
    join payment_authorities c on c.agent_id = mine.id
    join payment_authorities same on same.fingerprint = c.fingerprint
    join agents other on other.id = same.agent_id and other.owner_id <> mine.owner_id
    join users o on o.id = other.owner_id and o.standing = 'suspended'
    where mine.owner_id = hits.id))`

const users = (matched: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select 'user' as kind, id, display_name as name, email as detail, ${matched} as matched from users where ${where}`

const agents = (matched: RawBuilder<unknown>, where: RawBuilder<unknown>) => sql`
  select 'agent' as kind, id, display_name as name, handle as detail, ${matched} as matched from agents where ${where}`
