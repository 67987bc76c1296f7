import { methodsV1 } from '../json-rpc/methods-v1.ts'
import type { Method } from '../json-rpc/method.ts'
import type { Message } from './protobuf/schema.ts'
import { messages } from './schema/a2a.ts'
import { Empty } from './schema/google.ts'

export const serviceName = 'lf.a2a.v1.A2AService'

export interface GrpcMethod extends Method {
  readonly name: string
  readonly request: Message
  readonly response: Message
  readonly streams: boolean
}

const { StreamResponse, Task, TaskPushNotificationConfig, AgentCard } = messages

/** Request and response of each method. Methods call the same operations as in JSON-RPC. */
const types: Readonly<Record<string, readonly [request: Message, response: Message]>> = {
  SendMessage: [messages.SendMessageRequest, messages.SendMessageResponse],
  SendStreamingMessage: [messages.SendMessageRequest, StreamResponse],
  GetTask: [messages.GetTaskRequest, Task],
  ListTasks: [messages.ListTasksRequest, messages.ListTasksResponse],
  CancelTask: [messages.CancelTaskRequest, Task],
  SubscribeToTask: [messages.SubscribeToTaskRequest, StreamResponse],
  CreateTaskPushNotificationConfig: [TaskPushNotificationConfig, TaskPushNotificationConfig],
  GetTaskPushNotificationConfig: [messages.GetTaskPushNotificationConfigRequest, TaskPushNotificationConfig],
  ListTaskPushNotificationConfigs: [
    messages.ListTaskPushNotificationConfigsRequest,
    messages.ListTaskPushNotificationConfigsResponse,
  ],
  GetExtendedAgentCard: [messages.GetExtendedAgentCardRequest, AgentCard],
  DeleteTaskPushNotificationConfig: [messages.DeleteTaskPushNotificationConfigRequest, Empty],
}

/** The methods of the service, in the order of its definition. */
export const methods: readonly GrpcMethod[] = Object.entries(types).map(([name, [request, response]]) => {
  const method = methodsV1[name]
  if (method === undefined) throw new Error(`${name} is not a method of A2A 1.0.`)
  return { ...method, name, request, response, streams: response === StreamResponse }
})
