/** Parts of the HTTP+JSON call that a method stands for. */
export interface CallParts {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
}

type Params = Readonly<Record<string, unknown>>

interface Method {
  readonly operation: string
  /** Distributes the parameters of the method; the agent comes from the URL. */
  readonly decode: (params: Params) => CallParts
}

const whole = (params: Params): CallParts => ({ body: params })
const task = ({ id }: Params): CallParts => ({ params: { taskId: id } })
const pushConfig = ({ taskId, id }: Params): CallParts => ({ params: { taskId, configId: id } })

/** The methods of A2A 1.0. */
export const methods: Readonly<Record<string, Method>> = {
  SendMessage: { operation: 'sendMessage', decode: whole },
  SendStreamingMessage: { operation: 'streamMessage', decode: whole },
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
