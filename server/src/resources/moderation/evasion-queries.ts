/** Accounts that share a mailbox or a card. Plus tags are ignored in every address, dots in those of Gmail. */
import { sql } from 'kysely'
import type { Standing } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

interface RelatedPerson {
  readonly id: Id<'usr'>
  readonly display_name: string
  readonly standing: Standing
  readonly by: 'email' | 'card'
}

const relatedMax = 20

/** Other people with the mailbox of this person, or with a card of an agent that this person owns; suspended ones first. */
export async function relatedPeople(reader: Reader, userId: Id<'usr'>): Promise<RelatedPerson[]> {
  const { rows } = await sql<RelatedPerson>`
    select u.id, u.display_name, u.standing, min(found.by) as by from (
      select o.id, 'email' as by from users me
      join users o on mailbox_of(o.email_key) = mailbox_of(me.email_key) and o.id <> me.id
      where me.id = ${userId}
      union all
      select o.owner_id, 'card' from agents mine
      join payment_authorities c on c.agent_id = mine.id
      join payment_authorities same on same.fingerprint = c.fingerprint
      join agents o on o.id = same.agent_id and o.owner_id <> mine.owner_id
      where mine.owner_id = ${userId}) found
    join users u on u.id = found.id
    group by u.id, u.display_name, u.standing
    order by (u.standing = 'suspended') desc, u.id limit ${sql.lit(relatedMax)}`.execute(reader)
  return rows
}

/** Owner of the agent whose card was saved. */
export async function ownerOfSetup(reader: Reader, ref: string): Promise<Id<'usr'> | undefined> {
  const { rows } = await sql<{ owner_id: Id<'usr'> }>`
    select a.owner_id from payment_authorities p join agents a on a.id = p.agent_id
    where p.session_ref = ${ref} limit 1`.execute(reader)
  return rows[0]?.owner_id
}
