/** The server of `@a2a-js/sdk` with its store in memory, as a process of its own: it keeps every task and finishes it at once. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { A2A_CONTENT_TYPE, SendMessageRequest, Task, TaskState, type AgentCard } from '@a2a-js/sdk'
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  ServerCallContext,
  type AgentExecutor,
} from '@a2a-js/sdk/server'
import { answering } from '../lib/child.ts'

const executor: AgentExecutor = {
  execute: async ({ taskId, contextId, userMessage }, bus) => {
    const status = {
      state: TaskState.TASK_STATE_COMPLETED,
      message: undefined,
      timestamp: new Date().toISOString(),
    }
    bus.publish(
      AgentEvent.task({
        id: taskId,
        contextId,
        status,
        history: [userMessage],
        artifacts: [],
        metadata: undefined,
      }),
    )
    bus.finished()
  },
  cancelTask: async () => undefined,
}

const card: AgentCard = {
  name: 'peer',
  description: 'Finishes every task at once.',
  version: '1.0.0',
  supportedInterfaces: [
    { url: 'http://127.0.0.1', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0', tenant: '' },
  ],
  provider: undefined,
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false, extensions: [] },
  securitySchemes: {},
  securityRequirements: [],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
  signatures: [],
}

const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor)

/** HTTP+JSON as the SDK speaks it, without Express between it and Node, which would only make it slower. */
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const sent = SendMessageRequest.fromJSON(await json(request))
  const result = await handler.sendMessage(sent, new ServerCallContext({ requestedVersion: '1.0' }))
  if ('messageId' in result) throw new Error('a task was expected')
  response.writeHead(200, { 'Content-Type': A2A_CONTENT_TYPE })
  response.end(JSON.stringify({ task: Task.toJSON(result) }))
}

const server = createServer((request, response) => {
  take(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
})

answering(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { ...Object(server.address()) }
})
