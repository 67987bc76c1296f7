import { Type, type Static } from 'typebox'
import { field, id, optional } from '../common.ts'
import { Artifact, Message, Metadata } from './message.ts'
import { Task, TaskStatus } from './task.ts'

const eventTask = { taskId: id('Task ID.'), contextId: id('Context ID.') }
const eventMetadata = optional(Metadata, 'Marketplace data of the change.')

export const StreamResponse = Type.Object(
  {
    task: optional(Task, 'Snapshot of the task.'),
    message: optional(Message, 'Reply without a task.'),
    statusUpdate: Type.Optional(
      Type.Object(
        { ...eventTask, status: field(TaskStatus, 'New status.'), metadata: eventMetadata },
        { description: 'A2A TaskStatusUpdateEvent.' },
      ),
    ),
    artifactUpdate: Type.Optional(
      Type.Object(
        {
          ...eventTask,
          artifact: field(Artifact, 'The artifact, or a chunk of it.'),
          append: optional(
            Type.Boolean(),
            'Whether the parts are appended to the artifact with the same ID.',
          ),
          lastChunk: optional(Type.Boolean(), 'Whether the artifact is complete.'),
          metadata: eventMetadata,
        },
        { description: 'A2A TaskArtifactUpdateEvent.' },
      ),
    ),
  },
  {
    title: 'StreamResponse',
    description: 'A2A StreamResponse: one event of a task stream, with exactly one of its members.',
  },
)
export type StreamResponse = Static<typeof StreamResponse>
