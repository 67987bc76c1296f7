/** JSON-RPC requests, in both versions, that stand for the same call as an operation. */
type Input = Readonly<Record<string, unknown>>
type Request = readonly [method: string, params: object]

interface Methods {
  readonly v1: (input: Input) => Request
  readonly v03?: (input: Input) => Request
}

const methods: Readonly<Record<string, Methods>> = {
  sendMessage: { v1: (input) => ['SendMessage', input], v03: (input) => ['message/send', input] },
  streamMessage: {
    v1: (input) => ['SendStreamingMessage', input],
    v03: (input) => ['message/stream', input],
  },
  getTask: {
    v1: ({ taskId: id, ...input }) => ['GetTask', { id, ...input }],
    v03: ({ taskId: id }) => ['tasks/get', { id }],
  },
  listTasks: { v1: (input) => ['ListTasks', input] },
  cancelTask: {
    v1: ({ taskId: id, ...input }) => ['CancelTask', { id, ...input }],
    v03: ({ taskId: id }) => ['tasks/cancel', { id }],
  },
  subscribeToTask: {
    v1: ({ taskId: id }) => ['SubscribeToTask', { id }],
    v03: ({ taskId: id }) => ['tasks/resubscribe', { id }],
  },
  createPushConfig: {
    v1: (input) => ['CreateTaskPushNotificationConfig', input],
    v03: ({ taskId, ...config }) => [
      'tasks/pushNotificationConfig/set',
      { taskId, pushNotificationConfig: config },
    ],
  },
  getPushConfig: {
    v1: ({ taskId, configId: id }) => ['GetTaskPushNotificationConfig', { taskId, id }],
    v03: ({ taskId: id, configId }) => [
      'tasks/pushNotificationConfig/get',
      { id, pushNotificationConfigId: configId },
    ],
  },
  listPushConfigs: {
    v1: ({ taskId }) => ['ListTaskPushNotificationConfigs', { taskId }],
    v03: ({ taskId: id }) => ['tasks/pushNotificationConfig/list', { id }],
  },
  deletePushConfig: {
    v1: ({ taskId, configId: id }) => ['DeleteTaskPushNotificationConfig', { taskId, id }],
    v03: ({ taskId: id, configId }) => [
      'tasks/pushNotificationConfig/delete',
      { id, pushNotificationConfigId: configId },
    ],
  },
  getExtendedAgentCard: {
    v1: () => ['GetExtendedAgentCard', {}],
    v03: () => ['agent/getAuthenticatedExtendedCard', {}],
  },
}

/** URL and body of each request; none for an operation that JSON-RPC does not have. */
export function jsonRpcCalls(operation: string, { name, ...input }: Input): { url: string; body: object }[] {
  const { v1, v03 } = methods[operation] ?? {}
  return [
    { base: '/api/a2a/v1', request: v1?.(input) },
    { base: '/api/a2a/v0.3', request: v03?.(input) },
  ].flatMap(({ base, request }) => {
    if (request === undefined) return []
    const [method, params] = request
    const url = `${base}/agents/${encodeURIComponent(String(name))}`
    return [{ url, body: { jsonrpc: '2.0', id: 1, method, params } }]
  })
}
