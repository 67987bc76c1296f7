import { sql } from 'kysely'
import { notifyingKinds } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { isByOthers, type EventRow } from '../../events/queries.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { isParty } from '../../tasks/store/queries.ts'

/** Read marker owner: one per person, and one shared by all software of an agent. */
export interface Inbox {
  readonly agentId: Id<'agt'>
  readonly reader: Id<'usr'> | Id<'agt'>
}

export async function readUpTo(reader: Reader, inbox: Inbox): Promise<bigint> {
  const row = await reader
    .selectFrom('notification_reads')
    .select('number')
    .where('agent_id', '=', inbox.agentId)
    .where('reader', '=', inbox.reader)
    .executeTakeFirst()
  return row?.number ?? 0n
}

/** `title`: of the task that the event is about. Events never carry it, so it is read with the notification. */
export type NotificationRow = EventRow & { readonly title: string | null }

export async function notificationsOf(
  reader: Reader,
  { agentId }: Inbox,
  { after, page }: { after: bigint; page: PageRequest },
): Promise<NotificationRow[]> {
  const [before] = page.after ?? []
  const { rows } = await sql<NotificationRow>`
    select number, id, at, agent_id, kind, subject, data,
      (select title from tasks t where t.id = data ->> 'taskId' and ${isParty(agentId, reader.now)}) as title
    from events
    where agent_id = ${agentId} and kind = any(${notifyingKinds}::text[]) and number > ${after} and ${isByOthers}
      and ${before === undefined ? sql`true` : sql`number < ${before}::bigint`}
    order by number desc limit ${page.limit + 1}`.execute(reader)
  return rows
}

const countedMax = 1000

export async function unreadCount(reader: Reader, shelf: Inbox): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from events
      where agent_id = ${shelf.agentId} and kind = any(${notifyingKinds}::text[]) and ${isByOthers} and number > coalesce((
        select number from notification_reads where agent_id = ${shelf.agentId} and reader = ${shelf.reader}), 0)
      limit ${countedMax}) unread`.execute(reader)
  return rows[0]?.count ?? 0
}

/** Moves the marker forward only, and not past the last notification. */
export async function markRead(tx: Tx, shelf: Inbox, upTo: bigint | null): Promise<void> {
  await sql`
    insert into notification_reads (agent_id, reader, number)
    select ${shelf.agentId}, ${shelf.reader}, least(coalesce(${upTo}::bigint, last), last) from event_numbers
    on conflict (agent_id, reader) do update
      set number = greatest(notification_reads.number, excluded.number)`.execute(tx)
}
