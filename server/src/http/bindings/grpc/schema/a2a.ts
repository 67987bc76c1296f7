/** The messages of `lf.a2a.v1` that the service uses. */
import {
  bool,
  bytes,
  enumeration,
  int32,
  many,
  message,
  one,
  oneOf,
  optional,
  repeated,
  string,
  struct,
  timestamp,
  value,
  type Enumeration,
} from '../protobuf/schema.ts'
import { AgentCard } from './agent-card.ts'
import { a2a } from './names.ts'

const TaskState: Enumeration = {
  name: a2a('TaskState'),
  values: [
    'TASK_STATE_UNSPECIFIED',
    'TASK_STATE_SUBMITTED',
    'TASK_STATE_WORKING',
    'TASK_STATE_COMPLETED',
    'TASK_STATE_FAILED',
    'TASK_STATE_CANCELED',
    'TASK_STATE_INPUT_REQUIRED',
    'TASK_STATE_REJECTED',
    'TASK_STATE_AUTH_REQUIRED',
  ],
}

const Role: Enumeration = { name: a2a('Role'), values: ['ROLE_UNSPECIFIED', 'ROLE_USER', 'ROLE_AGENT'] }

const Part = message(a2a('Part'), {
  ...oneOf('content', { text: string(1), raw: bytes(2), url: string(3), data: value(4) }),
  metadata: struct(5),
  filename: string(6),
  mediaType: string(7),
})

const Message = message(a2a('Message'), {
  messageId: string(1),
  contextId: string(2),
  taskId: string(3),
  role: enumeration(Role, 4),
  parts: many(Part, 5),
  metadata: struct(6),
  extensions: repeated(string(7)),
  referenceTaskIds: repeated(string(8)),
})

const Artifact = message(a2a('Artifact'), {
  artifactId: string(1),
  name: string(2),
  description: string(3),
  parts: many(Part, 4),
  metadata: struct(5),
  extensions: repeated(string(6)),
})

const TaskStatus = message(a2a('TaskStatus'), {
  state: enumeration(TaskState, 1),
  message: one(Message, 2),
  timestamp: timestamp(3),
})

const Task = message(a2a('Task'), {
  id: string(1),
  contextId: string(2),
  status: one(TaskStatus, 3),
  artifacts: many(Artifact, 4),
  history: many(Message, 5),
  metadata: struct(6),
})

const TaskStatusUpdateEvent = message(a2a('TaskStatusUpdateEvent'), {
  taskId: string(1),
  contextId: string(2),
  status: one(TaskStatus, 3),
  metadata: struct(4),
})

const TaskArtifactUpdateEvent = message(a2a('TaskArtifactUpdateEvent'), {
  taskId: string(1),
  contextId: string(2),
  artifact: one(Artifact, 3),
  append: bool(4),
  lastChunk: bool(5),
  metadata: struct(6),
})

const AuthenticationInfo = message(a2a('AuthenticationInfo'), { scheme: string(1), credentials: string(2) })

const TaskPushNotificationConfig = message(a2a('TaskPushNotificationConfig'), {
  tenant: string(1),
  id: string(2),
  taskId: string(3),
  url: string(4),
  token: string(5),
  authentication: one(AuthenticationInfo, 6),
})

const SendMessageConfiguration = message(a2a('SendMessageConfiguration'), {
  acceptedOutputModes: repeated(string(1)),
  taskPushNotificationConfig: one(TaskPushNotificationConfig, 2),
  historyLength: optional(int32(3)),
  returnImmediately: bool(4),
})

const configRequest = (name: string) =>
  message(a2a(name), { tenant: string(1), taskId: string(2), id: string(3) })

export const messages = {
  SendMessageRequest: message(a2a('SendMessageRequest'), {
    tenant: string(1),
    message: one(Message, 2),
    configuration: one(SendMessageConfiguration, 3),
    metadata: struct(4),
  }),
  SendMessageResponse: message(a2a('SendMessageResponse'), {
    ...oneOf('payload', { task: one(Task, 1), message: one(Message, 2) }),
  }),
  StreamResponse: message(a2a('StreamResponse'), {
    ...oneOf('payload', {
      task: one(Task, 1),
      message: one(Message, 2),
      statusUpdate: one(TaskStatusUpdateEvent, 3),
      artifactUpdate: one(TaskArtifactUpdateEvent, 4),
    }),
  }),
  GetTaskRequest: message(a2a('GetTaskRequest'), {
    tenant: string(1),
    id: string(2),
    historyLength: optional(int32(3)),
  }),
  ListTasksRequest: message(a2a('ListTasksRequest'), {
    tenant: string(1),
    contextId: string(2),
    status: enumeration(TaskState, 3),
    pageSize: optional(int32(4)),
    pageToken: string(5),
    historyLength: optional(int32(6)),
    statusTimestampAfter: timestamp(7),
    includeArtifacts: optional(bool(8)),
  }),
  ListTasksResponse: message(a2a('ListTasksResponse'), {
    tasks: many(Task, 1),
    nextPageToken: string(2),
    pageSize: int32(3),
    totalSize: int32(4),
  }),
  CancelTaskRequest: message(a2a('CancelTaskRequest'), {
    tenant: string(1),
    id: string(2),
    metadata: struct(3),
  }),
  SubscribeToTaskRequest: message(a2a('SubscribeToTaskRequest'), { tenant: string(1), id: string(2) }),
  GetTaskPushNotificationConfigRequest: configRequest('GetTaskPushNotificationConfigRequest'),
  DeleteTaskPushNotificationConfigRequest: configRequest('DeleteTaskPushNotificationConfigRequest'),
  ListTaskPushNotificationConfigsRequest: message(a2a('ListTaskPushNotificationConfigsRequest'), {
    taskId: string(1),
    pageSize: int32(2),
    pageToken: string(3),
    tenant: string(4),
  }),
  ListTaskPushNotificationConfigsResponse: message(a2a('ListTaskPushNotificationConfigsResponse'), {
    configs: many(TaskPushNotificationConfig, 1),
    nextPageToken: string(2),
  }),
  GetExtendedAgentCardRequest: message(a2a('GetExtendedAgentCardRequest'), { tenant: string(1) }),
  Task,
  TaskPushNotificationConfig,
  AgentCard,
} as const
