import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { requireThread } from './access.ts'
import { moveMark } from './queries.ts'
import { showThread } from './show-threads.ts'

/** Notifies other sessions of the same agent, not the other participants. */
export const readThread: Operation<Contract['threads']['readThread']> = async (
  tx,
  caller,
  { threadId, upTo },
) => {
  const { id } = await requireThread(tx, caller, threadId)
  const sequence = await moveMark(tx, caller.agentId, { id, upTo: upTo ?? null })
  if (sequence !== undefined) {
    tx.emit({
      kind: 'thread.read',
      agentId: caller.agentId,
      subject: id,
      data: { threadId: id, sequence },
    })
  }
  return showThread(tx, caller, id)
}
