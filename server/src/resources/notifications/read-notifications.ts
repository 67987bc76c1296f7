import type { Contract } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Operation } from '../../operation.ts'
import { markGroupRead, markRead, unreadCount, type Inbox } from './queries.ts'

export const readNotifications: Operation<Contract['notifications']['readNotifications']> = async (
  tx,
  caller,
  { upTo, groupKey },
) => {
  const inbox = inboxOf(caller)
  const number = upTo === undefined ? null : BigInt(upTo)
  if (groupKey === undefined) await markRead(tx, inbox, number)
  else await markGroupRead(tx, inbox, { groupKey, upTo: number })
  return { unread: await unreadCount(tx, inbox) }
}

export function inboxOf(caller: AgentCaller): Inbox {
  const { agentId } = caller
  return { agentId, reader: caller.kind === 'user' ? caller.userId : agentId }
}
