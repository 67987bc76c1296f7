import { sql } from 'kysely'
import { notifyingKinds, type Locale } from 'souk-contract'
import type { MailFacts } from '../db/tables/mail-tables.ts'
import type { Tx } from '../db/transact.ts'
import { isByOthers } from '../events/queries.ts'
import { after, day } from '../lib/clock.ts'
import { newId, type Id } from '../lib/ids.ts'
import { mailedTopics, uncappedTopics } from './mail-rules.ts'
import { getsMail, isAddressed } from './plan-queries.ts'
import { isRead, topicOfEvent } from './queries.ts'

/** Current state of a leased mail. */
export interface MailCheck {
  readonly id: Id<'mail'>
  readonly user_id: Id<'usr'>
  readonly topic: string
  readonly email: string
  readonly locale: Locale
  readonly time_zone: string
  readonly verified: boolean
  readonly wanted: boolean
  /** Mails to the person in the last 24 hours that count against the limit, including those being sent. */
  readonly sent: number
  /** Mails that the limit has withheld since the row was created. */
  readonly withheld: number
  /** Events that the person has not seen and still may see, newest first. */
  readonly events: readonly string[]
}

const eventsMax = 50

/** Whether the deadline that event `e` is about still runs. Other events stay current. */
const isCurrent = (now: Date) => sql<boolean>`case
  when e.kind = 'offer.expiring' then exists (
    select from dispute_offers o where o.id = e.data ->> 'offerId' and o.state = 'open' and o.expires_at > ${now})
  -- A later deadline of the task has a warning of its own.
  when e.kind = 'task.warned' then exists (
    select from tasks t where t.id = e.data ->> 'taskId' and t.due_at > ${now} and t.warn_at is null)
  when e.kind in ('approval.requested', 'approval.expiring') then exists (
    select from approvals a where a.id = e.data ->> 'approvalId' and a.state = 'pending' and a.expires_at > ${now})
  else true end`

/** Checks mails again right before they are sent: rights, preferences, read markers, deadlines and the daily limit. */
export async function checkMails(tx: Tx, ids: readonly string[]): Promise<MailCheck[]> {
  const { rows } = await sql<MailCheck>`/* check-mails */
    select m.id, m.user_id, m.topic, u.email, u.locale, u.time_zone,
      u.email_verified_at is not null as verified,
      m.topic in ('digest', 'security') or coalesce(p.mail, m.topic = any(${[...mailedTopics]}::text[])) as wanted,
      (select count(*)::int from mails s where s.user_id = m.user_id and s.topic <> all(${[...uncappedTopics]}::text[])
        and (s.state in ('sent', 'kept') and s.finished_at > ${after(tx.now, -day)}
          or s.state = 'queued' and s.attempts > 0 and s.id < m.id)) as sent,
      (select count(*)::int from mails s where s.user_id = m.user_id and s.state = 'capped'
        and s.finished_at >= m.created_at) as withheld,
      array(select e.number::text from (
          select e.*, ${topicOfEvent} as topic from events e
          where e.agent_id in (select agent_id from agent_access where user_id = m.user_id)
            and e.number between m.first_event and m.last_event) e
        where e.topic = m.topic and e.kind = any(${[...notifyingKinds]}::text[]) and ${isByOthers}
          and ${isAddressed('e', sql`m.user_id`)} and not ${isRead(sql`m.user_id`)} and ${isCurrent(tx.now)}
          and exists (select from agent_access a
            where a.agent_id = e.agent_id and a.user_id = m.user_id and ${getsMail('e.topic', 'a.role')})
          and not exists (select from thread_participants t
            where t.thread_id = e.data ->> 'threadId' and t.agent_id = e.agent_id
              and t.read_seq >= (e.data ->> 'sequence')::int)
        order by e.number desc limit ${eventsMax}) as events
    from mails m join users u on u.id = m.user_id
    left join notification_preferences p on p.user_id = m.user_id and p.topic = m.topic
    where m.id = any(${[...ids]}::text[])`.execute(tx)
  return rows
}

/** Stores the content of a mail, so that every attempt sends the same. */
export async function saveFacts(
  tx: Tx,
  id: Id<'mail'>,
  { recipient, facts }: { recipient: string; facts: MailFacts },
): Promise<void> {
  await tx
    .updateTable('mails')
    .set({ recipient, facts: JSON.stringify(facts) })
    .where('id', '=', id)
    .execute()
}

/** One digest for each person, a day after the limit was reached. */
export async function queueDigest(
  tx: Tx,
  { user_id: userId, email }: Pick<MailCheck, 'user_id' | 'email'>,
): Promise<void> {
  await sql`
    insert into mails (id, kind, recipient, facts, state, due_at, created_at, user_id, topic, open)
    values (${newId('mail', tx.now)}, 'digest', ${email}, '{}', 'queued', ${after(tx.now, day)}, ${tx.now},
      ${userId}, 'digest', true)
    on conflict (user_id, topic) where open do nothing`.execute(tx)
}
