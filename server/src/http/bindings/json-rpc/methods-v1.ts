import type { CallParts } from '../call-parts.ts'
import type { Method, MethodParams } from './method.ts'

const bodyOnly = (params: MethodParams): CallParts => ({ body: params })
const task = ({ id }: MethodParams): CallParts => ({ params: { taskId: id } })
const pushConfig = (params: MethodParams): CallParts => {
  const { taskId, id } = withTaskId(params)
  return { params: { taskId, configId: id } }
}

/** ProtoJSON also accepts the original name of a field. If both names are sent, the original one is ignored. */
function withTaskId({ task_id: originalName, taskId = originalName, ...rest }: MethodParams): MethodParams {
  return { taskId, ...rest }
}

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
    decode: (params) => {
      const { taskId, ...body } = withTaskId(params)
      return { params: { taskId }, body }
    },
  },
  GetTaskPushNotificationConfig: { operation: 'getPushConfig', decode: pushConfig },
  ListTaskPushNotificationConfigs: {
    operation: 'listPushConfigs',
    decode: (params) => ({ params: { taskId: withTaskId(params)['taskId'] } }),
  },
  DeleteTaskPushNotificationConfig: { operation: 'deletePushConfig', decode: pushConfig },
  GetExtendedAgentCard: { operation: 'getExtendedAgentCard', decode: () => ({}) },
}
