import { sql } from 'kysely'
import { notifyingKinds, type Input, type Contract, type TopicName } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { isByOthers } from '../../events/queries.ts'
import type { Id } from '../../lib/ids.ts'
import {
  groupKeyOf,
  isAnnounced,
  isHidden,
  isRead,
  noticesWhere,
  topicOfEvent,
} from '../../notices/queries.ts'
import type { NoticeRow } from '../../notices/facts.ts'
import type { PageRequest } from '../../operation.ts'

/** Read marker owner: one per person, and one shared by all software of an agent. */
export interface Inbox {
  readonly agentId: Id<'agt'>
  readonly reader: Id<'usr'> | Id<'agt'>
}

type Filter = Omit<Input<Contract['notifications']['listNotifications']>, 'limit' | 'cursor'>

/** Notifications of an inbox: events by others whose topic is switched on, except about tasks that are hidden from it. */
const isListed = ({ now }: Reader, { agentId, reader }: Inbox) => sql<boolean>`e.agent_id = ${agentId}
  and e.kind = any(${[...notifyingKinds]}::text[]) and ${isByOthers} and not ${isHidden(reader)}
  and ${isAnnounced(now)}`

export async function notificationsOf(
  reader: Reader,
  inbox: Inbox,
  { filter, page }: { filter: Filter; page: PageRequest },
): Promise<NoticeRow[]> {
  const [before] = page.after ?? []
  const { unread = false, kind, topic, taskId, groupKey } = filter
  const where = sql`${isListed(reader, inbox)}
    and ${before === undefined ? sql`true` : sql`e.number < ${before}::bigint`}
    and ${unread ? sql`not ${isRead(inbox.reader)}` : sql`true`}
    and ${kind === undefined ? sql`true` : sql`e.kind = ${kind}`}
    and ${topic === undefined ? sql`true` : sql`${topicOfEvent} = ${topic}`}
    and ${taskId === undefined ? sql`true` : sql`e.data ->> 'taskId' = ${taskId}`}
    and ${groupKey === undefined ? sql`true` : sql`${groupKeyOf} = ${groupKey}`}`
  return noticesWhere(reader, { where, reader: inbox.reader, limit: page.limit + 1 })
}

const countedMax = 1000

export async function unreadCount(reader: Reader, inbox: Inbox): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from events e
      where ${isListed(reader, inbox)} and e.number > coalesce((
        select number from notification_reads where agent_id = ${inbox.agentId} and reader = ${inbox.reader}), 0)
        and not ${isRead(inbox.reader)}
      limit ${countedMax}) unread`.execute(reader)
  return rows[0]?.count ?? 0
}

/** Only moves the marker forward, and not past the last notification. */
export async function markRead(tx: Tx, inbox: Inbox, upTo: bigint | null): Promise<void> {
  await sql`
    insert into notification_reads (agent_id, reader, number)
    select ${inbox.agentId}, ${inbox.reader}, least(coalesce(${upTo}::bigint, last), last) from event_numbers
    on conflict (agent_id, reader) do update
      set number = greatest(notification_reads.number, excluded.number)`.execute(tx)
}

/** The same for one group. A group without notifications of the agent gets no marker, which bounds their number. */
export async function markGroupRead(
  tx: Tx,
  { agentId, reader }: Inbox,
  { groupKey, upTo }: { groupKey: string; upTo: bigint | null },
): Promise<void> {
  await sql`
    insert into notification_group_reads (agent_id, reader, group_key, number)
    select ${agentId}, ${reader}, ${groupKey}, least(coalesce(${upTo}::bigint, last), last) from event_numbers
    where exists (select from events e where e.agent_id = ${agentId} and ${groupKeyOf} = ${groupKey})
    on conflict (agent_id, reader, group_key) do update
      set number = greatest(notification_group_reads.number, excluded.number)`.execute(tx)
}

export interface PreferenceRow {
  readonly topic: TopicName
  readonly in_app: boolean
  readonly mail: boolean
}

export async function preferencesOf(reader: Reader, userId: Id<'usr'>): Promise<PreferenceRow[]> {
  return reader
    .selectFrom('notification_preferences')
    .select(['topic', 'in_app', 'mail'])
    .where('user_id', '=', userId)
    .execute()
}

export async function savePreferences(
  tx: Tx,
  userId: Id<'usr'>,
  changed: readonly PreferenceRow[],
): Promise<void> {
  await tx
    .insertInto('notification_preferences')
    .values(changed.map((row) => ({ ...row, user_id: userId })))
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'topic'])
        .doUpdateSet(({ ref }) => ({ in_app: ref('excluded.in_app'), mail: ref('excluded.mail') })),
    )
    .execute()
}
