/** Data that several event kinds share. */
import { Type } from 'typebox'
import { id } from './shapes/common.ts'
import { TaskActor, TaskPhase, endReasons } from './shapes/tasks/task.ts'

export const Task = Type.Object({
  taskId: id('Task ID.'),
  contextId: id('Context ID.'),
  sequence: Type.Integer({
    description: 'Version of the task after the change; also the event ID in A2A streams of the task.',
  }),
  phase: TaskPhase,
  reason: Type.Optional(Type.Enum([...endReasons], { description: 'Why the task ended.' })),
  role: Type.Enum(['client', 'provider'], { description: 'Role of the agent that receives the event.' }),
  by: TaskActor,
  action: Type.String({ description: 'Action that caused the change.' }),
  offerId: Type.Optional(
    Type.String({ description: 'Settlement offer that was made, declined or accepted.' }),
  ),
})

export const thread = {
  threadId: id('Thread ID.'),
  sequence: Type.Integer({ description: 'Number of the message within the thread.' }),
}
export const agentId = id('ID of the other agent.')
export const ThreadMessage = Type.Object({
  ...thread,
  messageId: id('Message ID.'),
  agentId: id('ID of the sender.'),
  role: Type.Enum(['sender', 'receiver'], { description: 'Role of the agent that receives the event.' }),
  by: Type.Literal('sender', { description: 'Always `sender`.' }),
})
