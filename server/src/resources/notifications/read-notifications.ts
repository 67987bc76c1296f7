import type { Contract } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Operation } from '../../operation.ts'
import { markRead, unreadCount, type Inbox } from './queries.ts'

export const readNotifications: Operation<Contract['notifications']['readNotifications']> = async (
  tx,
  caller,
  { upTo },
) => {
  const inbox = inboxOf(caller)
  await markRead(tx, inbox, upTo === undefined ? null : BigInt(upTo))
  return { unread: await unreadCount(tx, inbox) }
}

export function inboxOf(caller: AgentCaller): Inbox {
  const { agentId } = caller
  return { agentId, reader: caller.kind === 'user' ? caller.userId : agentId }
}
