import { sql } from 'kysely'
import { notifyingKinds, type Locale } from 'souk-contract'
import type { MailAllowance, MailFacts } from '../db/tables/mail-tables.ts'
import type { Tx } from '../db/transact.ts'
import { isByOthers } from '../events/queries.ts'
import { after, day } from '../lib/clock.ts'
import { newId, type Id } from '../lib/ids.ts'
import { mailedTopics, senderShareOf, uncappedTopics } from './mail-rules.ts'
import { getsMail, isAddressed } from './plan-queries.ts'
import { isAnnounced, isRead, topicOfEvent } from './queries.ts'

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
  readonly allowance: MailAllowance
  /**
   * Mails to the person in the last 24 hours that count against the allowance, including those being sent. The mails of
   * one sender count up to its share, so that mails of the sender that wait to be withheld do not stop others.
   */
  readonly sent: number
  /** The same of the sender of this mail alone. */
  readonly sentOfSender: number
  /** Mails that the limits have withheld since the row was created. */
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
      m.allowance, used.sent, used."sentOfSender",
      (select count(*)::int from mails s where s.user_id = m.user_id and s.state = 'capped'
        and s.finished_at >= m.created_at) as withheld,
      array(select e.number::text from (
          select e.*, ${topicOfEvent} as topic from events e
          where e.agent_id in (select agent_id from agent_access where user_id = m.user_id)
            and e.number between m.first_event and m.last_event) e
        where e.topic = m.topic and e.kind = any(${[...notifyingKinds]}::text[]) and ${isByOthers}
          and ${isAddressed('e', sql`m.user_id`)} and not ${isRead(sql`m.user_id`)} and ${isCurrent(tx.now)}
          and ${isAnnounced(tx.now)}
          and exists (select from agent_access a
            where a.agent_id = e.agent_id and a.user_id = m.user_id and ${getsMail('e.topic', 'a.role')})
          and not exists (select from thread_participants t
            where t.thread_id = e.data ->> 'threadId' and t.agent_id = e.agent_id
              and t.read_seq >= (e.data ->> 'sequence')::int)
        order by e.number desc limit ${eventsMax}) as events
    from mails m join users u on u.id = m.user_id
    left join notification_preferences p on p.user_id = m.user_id and p.topic = m.topic
    cross join lateral (${usedBy(tx)}) used
    where m.id = any(${[...ids]}::text[])`.execute(tx)
  return rows
}

/** How much of its allowance, and of the share of its sender, is used before mail `m`. */
const usedBy = ({ now, settings: { mailsPerDay } }: Tx) => sql`
  select coalesce(sum(case when sender is null then mails else least(mails, share) end), 0)::int as sent,
    coalesce(sum(mails) filter (where sender = m.sender), 0)::int as "sentOfSender"
  from (
    select s.sender, count(*) as mails, case m.allowance
      when 'money' then ${senderShareOf('money', mailsPerDay)}::int
      when 'work' then ${senderShareOf('work', mailsPerDay)}::int
      else ${senderShareOf('other', mailsPerDay)}::int end as share
    from mails s
    where s.user_id = m.user_id and s.allowance = m.allowance and s.topic <> all(${[...uncappedTopics]}::text[])
      and (s.state in ('sent', 'kept') and s.finished_at > ${after(now, -day)}
        or s.state = 'queued' and s.attempts > 0 and s.id < m.id)
    group by s.sender
  ) counted`

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
