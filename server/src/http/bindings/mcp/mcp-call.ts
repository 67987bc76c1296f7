import type { FastifyReply, FastifyRequest } from 'fastify'
import type { KeyCaller } from '../../../caller.ts'
import type { TaskSubscriptions } from '../../../tasks/live/task-subscriptions.ts'
import type { HttpParts } from '../../operation-registry.ts'
import type { IncomingCall } from '../call.ts'
import type { McpMessage, MessageId } from './envelope.ts'

/** Parts of the server that methods use. */
export interface McpServer extends HttpParts {
  readonly subscriptions: TaskSubscriptions
}

/** One request of an admitted caller. */
export interface McpCall extends McpMessage {
  readonly id: MessageId
  readonly server: McpServer
  readonly caller: KeyCaller
  readonly request: FastifyRequest
  /** The request as the admission sees it: for the resource `mcp`. */
  readonly incoming: IncomingCall
  readonly reply: FastifyReply
}

/** Outcome of a method: a result, or the response that it has already started. */
export type MethodResult = object | 'streaming'

export type Method = (call: McpCall) => Promise<MethodResult>
