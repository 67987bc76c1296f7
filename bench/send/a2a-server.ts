/** The server of `@a2a-js/sdk` with its store in memory, as a process of its own: it keeps every task and finishes it at once. */
import { once } from 'node:events'
import { TaskState, type AgentCard } from '@a2a-js/sdk'
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore, type AgentExecutor } from '@a2a-js/sdk/server'
import { restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import { answering } from '../lib/child-process.ts'

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

/** HTTP+JSON through the handlers for Express that the SDK brings, as its documentation sets it up. */
const app = express().use(restHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }))

answering(async () => {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { ...Object(server.address()) }
})
