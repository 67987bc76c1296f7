import { marketplaceExtension, type Contract, type Input } from 'souk-contract'
import { fail } from '../../failure.ts'
import { directivesOf } from '../../tasks/lifecycle/marketplace-metadata.ts'
import type { IncomingCall } from './call.ts'
import { urlOf } from './url-of.ts'

type SendMessageInput = Input<Contract['tasks']['sendMessage']>
type MessageInput = SendMessageInput['message']

/** The call that a message with an `action` stands for. */
export interface ActionCall {
  readonly operation: string
  readonly call: IncomingCall
}

/** Operations that send messages. */
export const messageOperations: ReadonlySet<string> = new Set(['sendMessage', 'streamMessage'])

const operations = {
  award: 'awardTask',
  deliver: 'deliverTask',
  accept: 'acceptTask',
  dispute: 'disputeTask',
  cancel: 'cancelTask',
} as const

/**
 * Typed A2A clients can only send messages, so a message can carry an action. It runs as a call of that operation, with its
 * scope, gate, limits and idempotency. Undefined for a message without an action.
 */
export function actionCall(request: IncomingCall, sent: SendMessageInput): ActionCall | undefined {
  const { action, expectedVersion, artifacts, title, claim } = directivesOf(sent)
  if (action === undefined) return undefined
  const { name, message } = sent
  const { taskId } = message
  if (taskId === undefined || taskId === '') {
    return fail('bad-request', '"taskId" is required with "action".', 'Set "taskId" of the message.')
  }
  const operation = operations[action]
  const path = `/agents/{name}/tasks/{taskId}:${action}`
  const address = { surface: 'a2a', path } as const
  const body = {
    ...(action === 'cancel' ? {} : { message: withoutDirectives(message) }),
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...(artifacts === undefined ? {} : { artifacts }),
    ...(claim === undefined ? {} : { claim }),
  }
  refuseUnusedFields(action, { ...body, ...(title === undefined ? {} : { title }) })
  const params = { name, taskId }
  return { operation, call: { ...partsOf(request), url: urlOf(address, params), params, query: {}, body } }
}

/** A field that the action ignores would mislead: an acceptance of one version could accept another. */
function refuseUnusedFields(action: keyof typeof operations, body: object): void {
  const allowed: Readonly<Record<string, readonly string[]>> = {
    expectedVersion: ['award', 'accept'],
    artifacts: ['deliver'],
    title: [],
    claim: ['dispute'],
  }
  for (const [field, actions] of Object.entries(allowed)) {
    if (!(field in body) || actions.includes(action)) continue
    fail('bad-request', `"${field}" is not allowed with the action "${action}".`, `Remove "${field}".`)
  }
}

function withoutDirectives({ metadata, taskId: _taskId, ...message }: MessageInput): object {
  if (metadata === undefined) return message
  const { [marketplaceExtension]: _directives, ...others } = metadata
  return { ...message, metadata: others }
}

/** A Fastify request is not a plain object: its getters are not copied by a spread. */
function partsOf({ id, ip, method, headers }: IncomingCall) {
  return { id, ip, method, headers }
}
