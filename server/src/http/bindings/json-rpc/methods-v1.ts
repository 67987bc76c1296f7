import type { CallParts } from '../call-parts.ts'
import type { Method, MethodParams } from './method.ts'

const bodyOnly = (params: MethodParams): CallParts => ({ body: params })
const task = ({ id }: MethodParams): CallParts => ({ params: { taskId: id } })
const pushConfig = ({ taskId, id }: MethodParams): CallParts => ({ params: { taskId, configId: id } })

/** The methods of A2A 1.0. */
export const methodsV1: Readonly<Record<string, Method>> = {
  SendMessage: { operation: 'sendMessage', decode: bodyOnly },
  SendStreamingMessage: { operation: 'streamMessage', decode: bodyOnly },
  GetTask: {
    operation: 'getTask',
    decode: ({ id, ...query }) => ({ params: { taskId: id }, query }),
  },
  ListTasks: { operation: 'listTasks', decode: (query) => ({ query }) },
  CancelTask: {
    operation: 'cancelTask',
    decode: ({ id, ...body }) => ({ params: { taskId: id }, body }),
  },
  SubscribeToTask: { operation: 'subscribeToTask', decode: task },
  CreateTaskPushNotificationConfig: {
    operation: 'createPushConfig',
    decode: ({ taskId, ...body }) => ({ params: { taskId }, body }),
  },
  GetTaskPushNotificationConfig: { operation: 'getPushConfig', decode: pushConfig },
  ListTaskPushNotificationConfigs: {
    operation: 'listPushConfigs',
    decode: ({ taskId }) => ({ params: { taskId } }),
  },
  DeleteTaskPushNotificationConfig: { operation: 'deletePushConfig', decode: pushConfig },
  GetExtendedAgentCard: { operation: 'getExtendedAgentCard', decode: () => ({}) },
}
