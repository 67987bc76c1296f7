/** `subscriptions/listen`: a stream of changes of the tasks and agents that the client names. */
import { frameText, type Frame } from '../../../events/sse-frame.ts'
import { Failure } from '../../../failure.ts'
import { isId, type Id } from '../../../lib/ids.ts'
import { parseUri } from '../../../mcp/uris.ts'
import { marketOf } from '../../../mcp/views/task-view.ts'
import type { StreamSource } from '../../../operation.ts'
import { openStream } from '../../streams/open-stream.ts'
import { serverSentEvents } from '../../streams/event-stream.ts'
import type { Encoding } from '../call.ts'
import { createAgentPoll, type AgentWatch } from './agent-poll.ts'
import { createCallOperation } from './call-operation.ts'
import type { McpCall, MethodResult } from './mcp-call.ts'
import { mcpRoute } from './mcp-route.ts'
import { codes, invalidParams, metaKeys, recordAt } from './protocol.ts'
import { declaresTasks } from './task-handle.ts'
import { describeTask, missingTasks } from './tasks-extension.ts'

const subscriptionsMax = 50

/** A task or agent that the stream watches, and the notification about a change of it. */
type Watched = { readonly announce: () => Promise<object> } & (
  | { readonly taskId: Id<'task'>; readonly version: number }
  | AgentWatch
)

interface Filter {
  readonly resourceSubscriptions?: readonly string[]
  readonly taskIds?: readonly string[]
}

export async function listen(call: McpCall): Promise<MethodResult> {
  const { server, caller, incoming, reply } = call
  const filter = filterOf(call)
  const exchange = {
    operation: 'mcp.listen',
    route: mcpRoute,
    caller,
    request: incoming,
    reply,
    encoding: encodingOf(call),
  }
  await openStream(server.context, server.limits, exchange, async () => {
    const { accepted, watched } = await resolve(call, filter)
    const acknowledged = notification(call, 'notifications/subscriptions/acknowledged', {
      notifications: accepted,
    })
    return { authorize: async () => undefined, source: sourceOf(call, acknowledged, watched) }
  })
  return 'streaming'
}

function filterOf(call: McpCall): Filter {
  const { resourceSubscriptions = [], taskIds = [] } = recordAt(call.params, 'notifications')
  if (!isTexts(resourceSubscriptions) || !isTexts(taskIds)) {
    return invalidParams('"resourceSubscriptions" and "taskIds" must be lists of texts.')
  }
  if (resourceSubscriptions.length + taskIds.length > subscriptionsMax) {
    return invalidParams(`A stream can watch at most ${subscriptionsMax} resources.`)
  }
  if (taskIds.length > 0 && !declaresTasks(call)) missingTasks()
  return { resourceSubscriptions, taskIds }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** The part of the filter that the caller can read. Other URIs are left out of the acknowledgment. */
async function resolve(call: McpCall, { resourceSubscriptions = [], taskIds = [] }: Filter) {
  const found = await Promise.all([
    ...resourceSubscriptions.map(async (uri) => ({ uri, watched: await watchUri(call, uri) })),
    ...taskIds.map(async (taskId) => ({
      taskId,
      watched: await watchTask(call, taskId, () => taskState(call, taskId)),
    })),
  ])
  const known = found.filter(({ watched }) => watched !== undefined)
  const uris = known.flatMap((entry) => ('uri' in entry ? [entry.uri] : []))
  const ids = known.flatMap((entry) => ('taskId' in entry ? [entry.taskId] : []))
  return {
    accepted: {
      ...(uris.length === 0 ? {} : { resourceSubscriptions: uris }),
      ...(ids.length === 0 ? {} : { taskIds: ids }),
    },
    watched: known.flatMap(({ watched }) => watched ?? []),
  }
}

async function watchUri(call: McpCall, uri: string): Promise<Watched | undefined> {
  const address = parseUri(uri)
  const announce = async () => notification(call, 'notifications/resources/updated', { uri })
  if (address?.kind === 'task') return watchTask(call, address.taskId, announce)
  if (address?.kind !== 'agent') return undefined
  const operation = createCallOperation(call, { allowed: ['getAgent'] })
  const find = () => ifVisible(operation('getAgent', { name: address.name }))
  const found = await find()
  if (found === undefined) return undefined
  const { id: agentId, updatedAt: changedAt } = found.agent
  return { agentId, changedAt, readChangedAt: async () => (await find())?.agent.updatedAt, announce }
}

async function watchTask(
  call: McpCall,
  taskId: string,
  announce: Watched['announce'],
): Promise<Watched | undefined> {
  const task = await ifVisible(getTask(call, taskId))
  if (task === undefined || !isId('task', task.id)) return undefined
  return { taskId: task.id, version: marketOf(task).version, announce }
}

function getTask(call: McpCall, taskId: string) {
  const operation = createCallOperation(call, { allowed: ['getTask'] })
  return operation('getTask', { name: call.caller.agentId, taskId, historyLength: 50 })
}

async function ifVisible<T>(found: Promise<T>): Promise<T | undefined> {
  return found.catch((error: unknown) => {
    if (error instanceof Failure) return undefined
    throw error
  })
}

async function taskState(call: McpCall, taskId: string): Promise<object> {
  return notification(call, 'notifications/tasks', describeTask(call, await getTask(call, taskId)))
}

function notification({ id }: McpCall, method: string, params: object): object {
  return { jsonrpc: '2.0', method, params: { ...params, _meta: { [metaKeys.subscriptionId]: id } } }
}

const frameOf = (message: object): Frame => frameText(`event: message\ndata: ${JSON.stringify(message)}\n\n`)

/** Announces each change; the client reads the resource again. */
function sourceOf({ server }: McpCall, acknowledged: object, watched: readonly Watched[]): StreamSource {
  const { subscriptions, context } = server
  let pollAgents = () => {}
  return {
    opening: [{ id: '', data: JSON.stringify(acknowledged) }],
    subscribe: (sink) => {
      const send = ({ announce }: Watched) => {
        void announce().then(
          (message) => sink.send(frameOf(message)),
          (error: unknown) => sink.fail(error),
        )
        return true
      }
      const stops = watched.map((entry) =>
        'taskId' in entry
          ? subscriptions.subscribe(
              { ...silent, send: () => send(entry), fail: (error) => sink.fail(error) },
              entry.taskId,
              entry.version,
            )
          : context.pubsub.subscribe(`profile:${entry.agentId}`, () => send(entry)),
      )
      pollAgents = createAgentPoll(watched.filter(isAgent), send)
      return () => {
        for (const stop of stops) stop()
      }
    },
    onKeepalive: () => pollAgents(),
  }
}

function isAgent(entry: Watched): entry is Watched & AgentWatch {
  return 'agentId' in entry
}

/** The end of a task is not the end of the stream, which can watch other tasks. */
const silent = { onDrain: () => undefined, end: () => undefined }

/** Events are JSON-RPC messages without ids: streams cannot be resumed. The end is the response to the request. */
function encodingOf({ id, reply }: McpCall): Encoding {
  const end = {
    jsonrpc: '2.0',
    id,
    result: { resultType: 'complete', _meta: { [metaKeys.subscriptionId]: id } },
  }
  const start = serverSentEvents(reply, {
    frame: (frame) => withoutId(frame),
    errorFrame: ({ message }) =>
      frameOf({ jsonrpc: '2.0', id, error: { code: codes.internalError, message } }),
  })
  return {
    send: () => reply,
    startStream: (opening, explain) => {
      const stream = start(opening, explain)
      return {
        send: (frame) => stream.send(frame),
        onDrain: (then) => stream.onDrain(then),
        end: () => stream.end(),
        fail: (error) => stream.fail(error),
        keepalive: () => stream.keepalive(),
        interrupt: (cause) => {
          if (cause === 'shutdown') stream.send(frameOf(end))
        },
      }
    },
  }
}

function withoutId(frame: Frame): Frame {
  const text = frame.plain.toString()
  return text.startsWith('id: ') ? frameText(text.slice(text.indexOf('\n') + 1)) : frame
}
