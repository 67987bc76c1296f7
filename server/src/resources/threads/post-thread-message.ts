import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockOwnThread } from './access.ts'
import { parseParts, requireWritable } from './rules.ts'
import { writeMessage } from './write-message.ts'

export const postThreadMessage: Operation<Contract['threads']['postThreadMessage']> = async (
  tx,
  caller,
  { threadId, text, parts },
) => {
  const { id, participants } = await lockOwnThread(tx, caller, threadId)
  requireWritable(participants, caller.agentId)
  const recipients = participants.filter(({ blocks }) => !blocks).map(({ agentId }) => agentId)
  return {
    message: await writeMessage(tx, caller, { threadId: id, parts: parseParts({ text, parts }), recipients }),
  }
}
