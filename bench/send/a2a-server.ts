/** Peer process: the server of `@a2a-js/sdk`, with its in-memory or its database task store. */
import { once } from 'node:events'
import { TaskState, type AgentCard } from '@a2a-js/sdk'
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  type AgentExecutor,
  type TaskStore,
} from '@a2a-js/sdk/server'
import { DatabaseTaskStore } from '@a2a-js/sdk/server/database'
import { restHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool } from 'pg'
import { respondToParent } from '../lib/child-process.ts'

/** Completes every task with its first event, which is the least work an agent can do. */
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
  description: 'Completes every task immediately.',
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

respondToParent(async ({ databaseUrl, connections }) => {
  const store = databaseUrl === undefined ? new InMemoryTaskStore() : openStore(databaseUrl, connections)
  const requestHandler = new DefaultRequestHandler(card, store, executor)
  const app = express().use(restHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { ...Object(server.address()) }
})

/** Idle connections close early, because `pgbench` needs most of those that PostgreSQL allows. */
function openStore(databaseUrl: unknown, connections: unknown): TaskStore {
  const pool = new Pool({
    connectionString: String(databaseUrl),
    max: Number(connections),
    idleTimeoutMillis: 1000,
  })
  return new DatabaseTaskStore(new Kysely({ dialect: new PostgresDialect({ pool }) }))
}
