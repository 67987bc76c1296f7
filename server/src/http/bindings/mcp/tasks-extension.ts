/** The extension io.modelcontextprotocol/tasks: a hired task as the task of the tool call that hired it. */
import type { Task } from 'souk-contract'
import { Failure } from '../../../failure.ts'
import { reviewDelivery } from '../../../mcp/tools/review-delivery.ts'
import { marketOf, showTask } from '../../../mcp/views/task-view.ts'
import { createCallOperation } from './call-operation.ts'
import { callTool } from './call-tool.ts'
import type { McpCall } from './mcp-call.ts'
import { codes, extensions, invalidParams, isRecord, ProtocolError, recordAt } from './protocol.ts'
import { declaresTasks, pollIntervalMs } from './task-handle.ts'
import { toolFailure, toolResult } from './tool-result.ts'

/** `tasks/get` */
export async function getMcpTask(call: McpCall): Promise<object> {
  return describeTask(call, await readTask(call))
}

/** `tasks/cancel`: a request; the marketplace decides whether it is still possible. */
export async function cancelMcpTask(call: McpCall): Promise<object> {
  const task = await readTask(call)
  const operation = createCallOperation(call, { allowed: ['cancelTask'] })
  await operation('cancelTask', { name: call.caller.agentId, taskId: task.id }).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })
  return {}
}

/** `tasks/update`: the decision or the answer of the user. Keys name the version they are about; older ones are ignored. */
export async function updateMcpTask(call: McpCall): Promise<object> {
  const task = await readTask(call)
  const { version, phase } = marketOf(task)
  const response = recordAt(call.params, 'inputResponses', keyOf(version))
  if (response['action'] !== 'accept') return {}
  const { decision, text } = recordAt(response, 'content')
  const message = typeof text === 'string' && text.trim() !== '' ? { text } : {}
  const params =
    phase === 'delivered'
      ? {
          name: reviewDelivery.name,
          arguments: { taskId: task.id, expectedVersion: version, decision, ...message },
        }
      : {
          name: 'send_message',
          arguments: { taskId: task.id, requestId: `${task.id} ${keyOf(version)}`, ...message },
        }
  const result = await callTool({ ...call, params, capabilities: {} })
  if ('isError' in result && result.isError === true) invalidParams(refusalIn(result))
  return {}
}

function refusalIn(result: object): string {
  const [{ text = '' } = {}] = 'content' in result && Array.isArray(result.content) ? result.content : []
  return String(text)
}

async function readTask(call: McpCall): Promise<Task> {
  if (!declaresTasks(call)) missingTasks()
  const { taskId } = call.params
  if (typeof taskId !== 'string') return invalidParams('"taskId" must be a string.')
  const operation = createCallOperation(call, { allowed: ['getTask'] })
  return operation('getTask', { name: call.caller.agentId, taskId, historyLength: 50 }).catch(
    (error: unknown) =>
      error instanceof Failure && error.kind === 'task-not-found'
        ? invalidParams('Task not found.')
        : Promise.reject(error),
  )
}

export function missingTasks(): never {
  throw new ProtocolError(codes.missingCapability, 'Missing required client capability.', {
    status: 400,
    data: { requiredCapabilities: { extensions: { [extensions.tasks]: {} } } },
  })
}

const keyOf = (version: number) => `version-${version}`

/** The state of a task in the words of the extension. */
export function describeTask(call: McpCall, task: Task): object {
  const { origin } = call.server.context.config.settings
  const { awaiting, role, version, phase, reason } = marketOf(task)
  const shown = showTask(task, origin)
  const common = {
    taskId: task.id,
    statusMessage: shown.next,
    createdAt: task.status.timestamp,
    lastUpdatedAt: task.status.timestamp,
    ttlMs: null,
    pollIntervalMs,
  }
  if (phase === 'completed')
    return { ...common, status: 'completed', result: toolResult({ status: 'ended', task: shown }) }
  if (phase === 'canceled') return { ...common, status: 'cancelled' }
  if (phase === 'rejected' || phase === 'failed') {
    const failure = new Failure('conflict', `The task ended without a result (${reason ?? phase}).`)
    return { ...common, status: 'completed', result: toolFailure(failure) }
  }
  const form = recordAt(call.capabilities)['elicitation']
  if (awaiting !== role || !isRecord(form)) return { ...common, status: 'working' }
  const question = phase === 'delivered' ? reviewQuestion : answerQuestion
  return { ...common, status: 'input_required', inputRequests: { [keyOf(version)]: question } }
}

const text = (title: string) => ({ type: 'string', title, maxLength: 10_000 })

const reviewQuestion = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message:
      'The provider has delivered. Read the work with get_task, then decide. Accepting pays the provider.',
    requestedSchema: {
      type: 'object',
      properties: {
        decision: { type: 'string', title: 'Decision', enum: ['accept', 'request_changes', 'ask'] },
        text: text('Message to the provider'),
      },
      required: ['decision'],
    },
  },
}

const answerQuestion = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'The provider waits for your answer. Read the question with get_task.',
    requestedSchema: { type: 'object', properties: { text: text('Answer') }, required: ['text'] },
  },
}
