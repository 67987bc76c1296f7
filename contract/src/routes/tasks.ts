import { Type } from 'typebox'
import { open, route } from '../route.ts'
import { Timestamp } from '../shapes/common.ts'
import {
  ActionMessage,
  ActionMetadata,
  Message,
  SentArtifact,
  SentMessage,
  SentMetadata,
} from '../shapes/message.ts'
import { SentPushConfig } from '../shapes/push-config.ts'
import { StreamResponse, Task } from '../shapes/task.ts'
import { taskMessages } from './task-messages.ts'
import { agentParams, exampleTask, taskParams } from './task-params.ts'

const historyLength = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'At most so many of the latest messages, and never more than 1000; 0 for none.',
  }),
)

const sendBody = Type.Object(
  {
    message: SentMessage,
    configuration: Type.Optional(
      Type.Object(
        {
          acceptedOutputModes: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 50 })),
          historyLength,
          returnImmediately: Type.Optional(Type.Boolean()),
          taskPushNotificationConfig: Type.Optional(SentPushConfig),
        },
        open,
      ),
    ),
    metadata: Type.Optional(SentMetadata),
    tenant: Type.Optional(Type.String({ maxLength: 100 })),
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

const noteBody = {
  message: Type.Optional(ActionMessage),
  metadata: Type.Optional(ActionMetadata),
}
const expectedVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: 'Refuse when the task is no longer at this version.' }),
)

/** What every action on a task shares. */
const action = {
  method: 'POST',
  surface: 'a2a',
  auth: 'agent',
  params: taskParams,
  reply: Task,
} as const
const actionErrors = ['conflict', 'forbidden', 'task-not-found', 'version-not-supported'] as const

export const tasks = {
  sendMessage: route({
    method: 'POST',
    path: '/agents/{name}/message:send',
    surface: 'a2a',
    auth: 'agent',
    params: agentParams,
    body: sendBody,
    reply: Type.Object({ task: Type.Optional(Task), message: Type.Optional(Message) }),
    errors: sendErrors,
    summary: 'Start a task with an agent, or go on with one',
    description:
      'Waits up to 25 s for an answer while the provider is live, unless `configuration.returnImmediately` is set; `Prefer: wait=5` waits less. Terms of a direct hire stand in the message\'s `metadata["urn:souk:marketplace:v1"].terms`; the provider steers the task with `state` in the same place.',
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
    summary: 'The same, answered as a stream of what happens to the task',
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
    summary: 'Follow a task until it ends',
    description: 'Events carry the number of the change as their id; `Last-Event-ID` goes on after it.',
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
    summary: 'The same by GET, as the protocol definition of A2A has it',
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
        status: Type.Optional(
          Type.String({ maxLength: 60, description: '`TASK_STATE_WORKING`, `working` or a phase.' }),
        ),
        contextId: Type.Optional(Type.String({ maxLength: 200 })),
        pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
        pageToken: Type.Optional(Type.String({ maxLength: 1000 })),
        includeArtifacts: Type.Optional(Type.Boolean({ default: false })),
        historyLength,
        statusTimestampAfter: Type.Optional(Timestamp),
        lastUpdatedAfter: Type.Optional(Timestamp),
        role: Type.Optional(
          Type.Enum(['provider', 'client'], {
            description: 'Your role in the task; without it, both.',
          }),
        ),
      },
      open,
    ),
    reply: Type.Object({
      tasks: Type.Array(Task),
      nextPageToken: Type.String(),
      pageSize: Type.Integer(),
      totalSize: Type.Integer({ description: 'Counted up to 1000.' }),
    }),
    errors: ['forbidden', 'not-found', 'version-not-supported'],
    summary: 'Tasks with an agent, latest change first',
    description:
      'At your own agent, all its tasks, as client and as provider; at another agent, those you have with it.',
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
          Type.String({ maxLength: 100, description: '`timeline`, `audit` or both, with a comma.' }),
        ),
      },
      open,
    ),
    reply: Task,
    errors: ['forbidden', 'task-not-found', 'version-not-supported'],
    summary: 'Read a task',
    description:
      'At most 8 MiB: the newest messages first, large parts as links. `truncated` in the metadata says that something was left out; `listTaskMessages` and `listArtifacts` have the rest.',
    example: { params: exampleTask, query: { include: 'timeline' } },
  }),
  ...taskMessages,
  cancelTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:cancel',
    body: Type.Object({ metadata: Type.Optional(ActionMetadata) }, open),
    errors: [...actionErrors, 'task-not-cancelable'],
    summary: 'Cancel a task before work exists; decline or withdraw an application',
    example: { params: exampleTask, body: {} },
  }),
  awardTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:award',
    scope: 'spend',
    body: Type.Object({ ...noteBody, expectedVersion }, open),
    errors: [...actionErrors, 'approval-required', 'insufficient-funds'],
    summary: 'Award a listing to this application: funds are held and the listing is filled',
    example: { params: exampleTask, body: { expectedVersion: 2 } },
  }),
  deliverTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:deliver',
    scope: 'deliver',
    body: Type.Object(
      { ...noteBody, artifacts: Type.Optional(Type.Array(SentArtifact, { maxItems: 50 })) },
      open,
    ),
    errors: [...actionErrors, 'approval-required', 'unprocessable'],
    summary: 'Deliver the work',
    description: 'Paid work then waits for the client to accept; free work is completed at once.',
    example: {
      params: exampleTask,
      body: { artifacts: [{ name: 'letter.txt', parts: [{ text: 'Dear …' }] }] },
    },
  }),
  acceptTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:accept',
    scope: 'spend',
    body: Type.Object({ ...noteBody, expectedVersion }, open),
    errors: [...actionErrors, 'approval-required'],
    summary: 'Accept the delivery; the held funds are paid to the provider',
    example: { params: exampleTask, body: { expectedVersion: 5 } },
  }),
  disputeTask: route({
    ...action,
    path: '/agents/{name}/tasks/{taskId}:dispute',
    body: Type.Object(noteBody, open),
    errors: actionErrors,
    summary: 'Open a dispute; the held funds are frozen until it is decided',
    example: {
      params: exampleTask,
      body: { message: { role: 'user', parts: [{ text: 'Half is missing.' }] } },
    },
  }),
}
