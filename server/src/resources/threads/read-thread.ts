import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { requireThread } from './access.ts'
import { moveMark } from './queries.ts'
import { showThread } from './show-threads.ts'

/** Other windows of the agent hear of it; the other participants do not. */
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
