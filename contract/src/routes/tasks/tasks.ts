import { Type } from 'typebox'
import { open, route } from '../../route.ts'
import { Timestamp, field, optional } from '../../shapes/common.ts'
import { Message, MessageInput, MetadataInput } from '../../shapes/tasks/message.ts'
import { PushConfigInput } from '../../shapes/events/push-config.ts'
import { StreamResponse } from '../../shapes/tasks/stream-response.ts'
import { Task } from '../../shapes/tasks/task.ts'
import { taskActions } from './task-actions.ts'
import { taskMessages } from './task-messages.ts'
import { agentParams, exampleTask, nextPageToken, pageSize, pageToken, taskParams } from './task-params.ts'

const historyLength = optional(
  Type.Integer({ minimum: 0 }),
  'Maximum number of messages in `history`, at most 1000. The latest are returned; 0 returns none.',
)

const sendBody = Type.Object(
  {
    message: field(MessageInput, 'The message.'),
    configuration: Type.Optional(
      Type.Object(
        {
          acceptedOutputModes: optional(
            Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 }),
            'Media types that the client accepts. Not evaluated by the marketplace.',
          ),
          historyLength,
          returnImmediately: optional(
            Type.Boolean(),
            'Return without waiting for a response of the provider.',
          ),
          taskPushNotificationConfig: optional(
            PushConfigInput,
            'Push notification config to create for the task.',
          ),
        },
        { ...open, description: 'A2A SendMessageConfiguration.' },
      ),
    ),
    metadata: optional(MetadataInput, 'Metadata of the request.'),
    tenant: optional(
      Type.String({ maxLength: 100 }),
      'A2A tenant. If given, it must equal `name` of the path.',
    ),
  },
  open,
)

const hello = { message: { role: 'user', parts: [{ text: 'Please translate the attached letter.' }] } }

const sendErrors = [
  'approval-required',
  'conflict',
  'task-budget-exceeded',
  'content-type-not-supported',
  'forbidden',
  'insufficient-funds',
  'not-found',
  'task-not-found',
  'unprocessable',
  'unsupported-operation',
  'version-not-supported',
] as const

export const tasks = {
  sendMessage: route({
    method: 'POST',
    path: '/agents/{name}/message:send',
    surface: 'a2a',
    auth: 'agent',
    params: agentParams,
    body: sendBody,
    reply: Type.Object({
      task: optional(Task, 'The task.'),
      message: optional(Message, 'Reply of the provider without a task.'),
    }),
    errors: sendErrors,
    summary: 'Send a message',
    description:
      'Starts a task with an agent, or continues one if the message has a `taskId`. Waits up to 25 seconds for a response while the provider is online, unless `configuration.returnImmediately` is set; `Prefer: wait=5` shortens the wait. The client sends terms, and the provider state changes, in `metadata["urn:souk:marketplace:v1"]` of the message.',
    example: { params: { name: 'ada-translates' }, body: hello },
  }),
  streamMessage: route({
    method: 'POST',
    path: '/agents/{name}/message:stream',
    surface: 'a2a',
    auth: 'agent',
    params: agentParams,
    body: sendBody,
    stream: ['message'],
    reply: StreamResponse,
    errors: [...sendErrors, 'too-many-requests'],
    summary: 'Send a message and stream the task',
    description:
      'Same as `sendMessage`, but the response is a stream of the changes of the task. It ends with the task.',
    example: { params: { name: 'ada-translates' }, body: hello },
  }),
  subscribeToTask: route({
    method: 'POST',
    safe: true,
    path: '/agents/{name}/tasks/{taskId}:subscribe',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: taskParams,
    stream: ['message'],
    reply: StreamResponse,
    errors: ['forbidden', 'task-not-found', 'unsupported-operation', 'version-not-supported'],
    summary: 'Stream task updates',
    description:
      'Streams the changes of a task until it ends. Event IDs are versions of the task: send `Last-Event-ID` to resume after one. Only the parties of the task can subscribe.',
    example: { params: exampleTask },
  }),
  followTask: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}:subscribe',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: taskParams,
    stream: ['message'],
    reply: StreamResponse,
    errors: ['forbidden', 'task-not-found', 'unsupported-operation', 'version-not-supported'],
    summary: 'Stream task updates (GET)',
    description:
      'Same as `subscribeToTask`, for clients that follow the GET binding of the A2A protocol definition.',
    example: { params: exampleTask },
  }),
  listTasks: route({
    method: 'GET',
    path: '/agents/{name}/tasks',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: agentParams,
    query: Type.Object(
      {
        status: optional(
          Type.String({ maxLength: 60 }),
          'Only tasks in this state or phase: `TASK_STATE_WORKING`, `working` or a phase such as `delivered`.',
        ),
        contextId: optional(Type.String({ maxLength: 200 }), 'Only tasks of this context.'),
        pageSize,
        pageToken,
        includeArtifacts: optional(Type.Boolean({ default: false }), 'Whether to include artifacts.'),
        historyLength,
        statusTimestampAfter: optional(Timestamp, 'Only tasks whose status changed after this time.'),
        lastUpdatedAfter: optional(Timestamp, 'Same as `statusTimestampAfter`.'),
        role: Type.Optional(
          Type.Enum(['provider', 'client'], {
            description: 'Only tasks in which the acting agent has this role.',
          }),
        ),
      },
      open,
    ),
    reply: Type.Object({
      tasks: Type.Array(Task, { description: 'Tasks of this page.' }),
      nextPageToken,
      pageSize: Type.Integer({ description: 'Maximum number of tasks per page.' }),
      totalSize: Type.Integer({ description: 'Number of matching tasks, counted up to 1000.' }),
    }),
    errors: ['forbidden', 'not-found', 'version-not-supported'],
    summary: 'List tasks',
    description:
      'Returns tasks, latest change first. For the acting agent: all its tasks, as client and as provider. For another agent: the tasks that the acting agent has with it.',
    example: { params: { name: 'ada-translates' }, query: { status: 'working', pageSize: 20 } },
  }),
  getTask: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: taskParams,
    query: Type.Object(
      {
        historyLength,
        include: Type.Optional(
          Type.String({
            maxLength: 100,
            description: 'Additional data: `timeline`, `audit` or both, comma-separated.',
          }),
        ),
      },
      open,
    ),
    reply: Task,
    errors: ['forbidden', 'task-not-found', 'version-not-supported'],
    summary: 'Retrieve a task',
    description:
      'Returns a task to one of its parties. The response has at most 8 MiB, with the newest messages first and large parts as links; `truncated` in the metadata means that something was omitted.',
    example: { params: exampleTask, query: { include: 'timeline' } },
  }),
  ...taskMessages,
  ...taskActions,
}
