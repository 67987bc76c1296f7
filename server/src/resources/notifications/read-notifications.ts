import type { Contract } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Operation } from '../../operation.ts'
import { markRead, unreadCount, type Inbox } from './queries.ts'

export const readNotifications: Operation<Contract['notifications']['readNotifications']> = async (
  tx,
  caller,
  { upTo },
) => {
  const shelf = inboxOf(caller)
  await markRead(tx, shelf, upTo === undefined ? null : BigInt(upTo))
  return { unread: await unreadCount(tx, shelf) }
}

export function inboxOf(caller: AgentCaller): Inbox {
  const { agentId } = caller
  return { agentId, reader: caller.kind === 'user' ? caller.userId : agentId }
}
