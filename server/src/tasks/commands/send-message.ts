import type { Input, Contract, Reply } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { Shortcut } from '../../operation.ts'
import { continueTask, joinMessage } from './send-to-task.ts'
import { hireAgent, requestAtOnce } from './hire-agent.ts'
import { requireTenant } from '../wire/a2a-tenant.ts'
import { withoutContents } from '../wire/view.ts'

type Sent = Input<Contract['tasks']['sendMessage']>
type Answered = Reply<Contract['tasks']['sendMessage']>

/** Starts a task with an agent, or goes on with one, from whichever side the caller is on. */
export async function sendMessage(tx: Tx, caller: AgentCaller, sent: Sent): Promise<Answered> {
  requireTenant(sent)
  const taskId = taskOf(sent)
  if (taskId === undefined) return { task: await hireAgent(tx, caller, sent) }
  return continueTask(tx, caller, { ...sent, taskId })
}

/** The same in one or two statements, where nothing is out of the ordinary. */
export const sendAtOnce: Shortcut<Contract['tasks']['sendMessage']> = async (statement, caller, sent) => {
  requireTenant(sent)
  const taskId = taskOf(sent)
  if (taskId === undefined) return requestAtOnce(statement, caller, sent)
  return joinMessage(statement, caller, { ...sent, taskId })
}

export function withoutTaskContents(answer: Answered): Answered {
  return answer.task === undefined ? answer : { task: withoutContents(answer.task) }
}

/** The same, followed as a stream. */
export const streamMessage = sendMessage

/** The task that the message goes on with; official clients also send nothing as an empty text. */
function taskOf({ message: { taskId } }: Sent): string | undefined {
  return taskId === '' ? undefined : taskId
}
