import { sql, type RawBuilder } from 'kysely'
import { topicRules, type Locale, type TopicName } from 'souk-contract'
import type { Reader } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'
import { isDisclosed, isParty } from '../tasks/store/queries.ts'
import type { NoticeRow } from './facts.ts'
import { referenceTo } from '../resources/agents/reference-queries.ts'
import { isPublic } from '../resources/listings/visibility-queries.ts'

/** Group of event `e`: the object it is about, or its kind. */
export const groupKeyOf = sql<string>`coalesce(e.subject, e.kind)`

const isOneOf = (name: string, allowed: readonly string[] | undefined) =>
  allowed === undefined ? sql`true` : sql`e.data ->> ${sql.lit(name)} = any(${[...allowed]}::text[])`

/** Topic of event `e`, by the same table as `topicOf`. */
export const topicOfEvent = sql<TopicName>`case ${sql.join(
  topicRules.map(
    ({ topic, kind, action, phase, reason, by }) => sql`when e.kind = ${sql.lit(kind)}
      and ${isOneOf('action', action)} and ${isOneOf('phase', phase)}
      and ${isOneOf('reason', reason)} and ${isOneOf('by', by)} then ${sql.lit(topic)}`,
  ),
  sql` `,
)} end`

/** Task that event `e` is about. Only events of its A2A stream have a `taskId`. */
export const taskIdOf = sql<string>`coalesce(e.data ->> 'taskId', e.data ->> 'reviewedTaskId', e.data ->> 'disputedTaskId')`

/** Event `e` is not about a task that is hidden from its receiver: it can be answered with a message in place of a task. */
export const isAnnounced = (now: Date) => sql<boolean>`not exists (
  select from tasks t where t.id = ${taskIdOf} and t.client_id = e.agent_id and not ${isDisclosed(now)})`

/** Whether `reader` has read event `e`: by the marker of the agent, or by that of the group. */
export const isRead = (reader: RawBuilder<string> | string) => sql<boolean>`(
  exists (select from notification_reads r
    where r.agent_id = e.agent_id and r.reader = ${reader} and r.number >= e.number)
  or exists (select from notification_group_reads g
    where g.agent_id = e.agent_id and g.reader = ${reader} and g.group_key = ${groupKeyOf} and g.number >= e.number))`

/** Whether the person `reader` switched off the topic of event `e`. */
export const isHidden = (reader: string) => sql<boolean>`exists (
  select from notification_preferences p
  where p.user_id = ${reader} and not p.in_app and p.topic = ${topicOfEvent})`

/** Names of the results that event `e` announces, if they are public now. */
const resultsOf = sql`array(
  select coalesce(l.title, a.display_name)
  from jsonb_array_elements_text(e.data -> 'itemIds') with ordinality as item (id, place)
  left join listings l on l.id = item.id and l.status = 'open' and ${isPublic('l')}
  left join agents a on a.id = item.id and a.visibility = 'public' and a.archived_at is null
  where l.id is not null or a.id is not null order by item.place)`

interface Selection {
  readonly where: RawBuilder<unknown>
  readonly reader: string
  readonly limit: number
}

/** Newest first. A task that the agent cannot see yet is left out of its notification. */
export async function noticesWhere(reader: Reader, selection: Selection): Promise<NoticeRow[]> {
  const { rows } = await sql<NoticeRow>`/* notices */
    select e.number, e.at, e.agent_id, e.kind, e.subject, e.data, me.handle,
      ${isRead(selection.reader)} as read,
      case when by.id is not null then
        ${referenceTo(reader, 'by')} end as actor,
      case when t.id is not null then jsonb_build_object(
        'id', t.id, 'title', t.title, 'phase', t.phase, 'asked', t.asked_at is not null, 'onSilence', t.terms ->> 'onSilence',
        'price', t.terms -> 'price', 'dueAt', t.due_at, 'provider', provider.handle, 'dispute', t.dispute) end as task,
      coalesce(
        (select jsonb_build_object('amount', p.amount::text, 'currency', p.currency) from payouts p
          where p.id = e.data ->> 'payoutId' and p.agent_id = e.agent_id),
        (select jsonb_build_object('amount', p.amount::text, 'currency', p.currency) from payments p
          where p.id = e.data ->> 'paymentId' and e.kind = 'chargeback.opened'),
        case when asked.amount is not null then
          jsonb_build_object('amount', asked.amount::text, 'currency', asked.currency) end) as payment,
      case when asked.state = 'pending' then asked.expires_at end as approval_due,
      asked.state as approval_state, asked.action as approval_action,
      (select a.display_name from agents a where a.id = asked.counterparty) as approval_party,
      (select v.reveals_at from reviews v where e.kind = 'review.submitted' and v.task_id = e.data ->> 'reviewedTaskId'
        and v.agent_id = e.agent_id and v.revealed_at is null) as review_due,
      exists (select from connections c
        where c.id = e.data ->> 'connectionId' and c.state = 'pending') as connection_pending,
      coalesce(
        (select s.name from saved_searches s where s.id = e.data ->> 'searchId' and s.agent_id = e.agent_id),
        (select l.title from listings l join listing_invitations i on i.listing_id = l.id
          where i.id = e.data ->> 'invitationId' and l.status <> 'deleted' and (${isPublic('l')} or l.client_id = e.agent_id)),
        (select h.subject from threads h join thread_participants p on p.thread_id = h.id
          where e.kind = 'thread.message' and h.id = e.data ->> 'threadId' and p.agent_id = e.agent_id)) as name,
      exists (select from listing_invitations i join listings l on l.id = i.listing_id
        where i.id = e.data ->> 'invitationId' and i.state = 'pending' and l.status = 'open' and ${isPublic('l')}) as invitation_pending,
      ${resultsOf} as results
    from (select * from events e where ${selection.where} order by e.number desc limit ${selection.limit}) e
    join agents me on me.id = e.agent_id
    left join tasks t on t.id = ${taskIdOf} and ${isParty(sql`e.agent_id`, reader.now)}
    left join agents provider on provider.id = t.provider_id
    left join approvals asked on asked.id = e.data ->> 'approvalId' and asked.agent_id = e.agent_id
    left join agents by on by.id = case
      when e.data ->> 'taskId' is null or t.id is null then nullif(e.data ->> 'agentId', e.agent_id)
      when e.data ->> 'by' = 'client' then t.client_id
      when e.data ->> 'by' = 'provider' then t.provider_id end
    order by e.number desc`.execute(reader)
  return rows
}

/** Notices of events, newest first, for mail: read markers were checked before. */
export async function noticesByNumber(reader: Reader, numbers: readonly string[]): Promise<NoticeRow[]> {
  if (numbers.length === 0) return []
  const where = sql`e.number = any(${[...numbers]}::bigint[])`
  return noticesWhere(reader, { where, reader: '', limit: numbers.length })
}

export async function localeOf(reader: Reader, userId: Id<'usr'>): Promise<Locale> {
  const row = await reader.selectFrom('users').select('locale').where('id', '=', userId).executeTakeFirst()
  return row?.locale ?? 'en'
}
