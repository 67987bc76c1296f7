import { sql, type Insertable, type RawBuilder } from 'kysely'
import { notifyingKinds, topicNames, type TopicName } from 'souk-contract'
import type { Schema } from '../db/schema.ts'
import type { Tx } from '../db/transact.ts'
import { isByOthers } from '../events/queries.ts'
import type { Id } from '../lib/ids.ts'
import { mailedTopics, rolesFor } from './mail-rules.ts'
import { topicOfEvent } from './queries.ts'
import { senderOf } from './sender-queries.ts'

const batchSize = 500

export interface Recipient {
  readonly number: bigint
  readonly topic: TopicName
  readonly user_id: Id<'usr'>
  readonly email: string
  /** Phase of the task after the event. */
  readonly phase: string | null
  /** Owner of the agent that caused the event. */
  readonly sender: string | null
}

/** SQL condition: a role gets mail about a topic. */
export const getsMail = (topic: string, role: string) =>
  sql<boolean>`(${sql.ref(topic)}, ${sql.ref(role)}) in (${sql.join(
    topicNames.flatMap((name) => rolesFor(name).map((each) => sql`(${sql.lit(name)}, ${sql.lit(each)})`)),
  )})`

/** SQL condition: mail about a saved search goes to the person who saved it, while they want it. */
export const isAddressed = (event: string, userId: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.ref(`${event}.kind`)} <> 'search.matched' or exists (select from saved_searches s
    where s.id = ${sql.ref(`${event}.data`)} ->> 'searchId' and s.mail and s.alerts <> 'off'
      and s.user_id = ${userId}))`

/** Takes the next events with the people who get mail about them. Empty while another node holds the position. */
export async function takeRecipients(tx: Tx): Promise<{ seen: number; recipients: Recipient[] }> {
  const { rows } = await sql<Recipient & { seen: number }>`/* events-to-mail */
    with place as (select number from mail_cursor for update skip locked),
    next as materialized (
      select e.number, e.agent_id, e.kind, e.data, ${topicOfEvent} as topic,
        e.kind = any(${[...notifyingKinds]}::text[]) and ${isByOthers} as notifies,
        case when e.kind = any(${[...notifyingKinds]}::text[]) then ${senderOf} end as sender
      from events e where e.number > (select number from place) order by e.number limit ${batchSize}),
    looked as (select count(*)::int as seen, max(number) as last from next),
    moved as (update mail_cursor set number = looked.last from looked where looked.seen > 0),
    wanted as (
      select distinct n.number, n.topic, u.id as user_id, u.email, n.data ->> 'phase' as phase, n.sender
      from next n
      join agent_access a on a.agent_id = n.agent_id and ${getsMail('n.topic', 'a.role')}
      join users u on u.id = a.user_id and u.email_verified_at is not null and u.email_key not like '%.invalid'
      left join notification_preferences p on p.user_id = u.id and p.topic = n.topic
      where n.notifies and ${isAddressed('n', sql`u.id`)} and coalesce(p.mail, n.topic = any(${[...mailedTopics]}::text[])))
    select looked.seen, wanted.* from looked left join wanted on true order by wanted.number`.execute(tx)
  return { seen: rows[0]?.seen ?? 0, recipients: rows.filter(({ user_id }) => user_id !== null) }
}

type NewMail = Insertable<Schema['mails']>

/** Idempotent: one mail for each event and person, and one open batch of messages for each person. */
export async function insertNotificationMails(tx: Tx, mails: readonly NewMail[]): Promise<void> {
  const single = mails.filter(({ open }) => open !== true)
  const batched = mails.filter(({ open }) => open === true)
  if (single.length > 0) {
    await tx
      .insertInto('mails')
      .values(single)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  if (batched.length > 0) {
    await tx
      .insertInto('mails')
      .values(batched)
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'topic'])
          .where(sql<boolean>`open`)
          .doUpdateSet(({ ref }) => ({
            last_event: ref('excluded.last_event'),
            sender: sql<string | null>`case mails.sender when excluded.sender then mails.sender end`,
          })),
      )
      .execute()
  }
}
