import { defined, isObject, mapItems, type Json } from './json.ts'

/** Results and events of A2A 1.0 in the shapes of 0.3. */

/** A task, a message or an event, from the wrapper that 1.0 puts around it. */
export function payloadFromV1(wrapped: unknown): unknown {
  if (!isObject(wrapped)) return wrapped
  const { task, message, statusUpdate, artifactUpdate } = wrapped
  if (isObject(task)) return taskFromV1(task)
  if (isObject(message)) return messageFromV1(message)
  if (isObject(statusUpdate)) return statusUpdateFromV1(statusUpdate)
  return isObject(artifactUpdate) ? artifactUpdateFromV1(artifactUpdate) : wrapped
}

export function taskFromV1(task: unknown): unknown {
  if (!isObject(task)) return task
  const { status, history, artifacts, ...rest } = task
  return defined({
    kind: 'task',
    ...rest,
    status: statusFromV1(status),
    history: history === undefined ? undefined : mapItems(history, messageFromV1),
    artifacts: artifacts === undefined ? undefined : mapItems(artifacts, artifactFromV1),
  })
}

function messageFromV1(message: unknown): unknown {
  if (!isObject(message)) return message
  const { role, parts, ...rest } = message
  const sender = role === 'ROLE_AGENT' ? 'agent' : 'user'
  return { kind: 'message', ...rest, role: sender, parts: mapItems(parts, partFromV1) }
}

function statusFromV1(status: unknown): unknown {
  if (!isObject(status)) return status
  const { state, message, ...rest } = status
  return defined({
    ...rest,
    state: stateFromV1(state),
    message: message === undefined ? undefined : messageFromV1(message),
  })
}

/** `TASK_STATE_INPUT_REQUIRED` is `input-required`. */
function stateFromV1(state: unknown): string {
  return String(state)
    .replace(/^TASK_STATE_/, '')
    .toLowerCase()
    .replaceAll('_', '-')
}

const finalStates: ReadonlySet<string> = new Set(['completed', 'canceled', 'failed', 'rejected'])

/** `final` ends the stream: the marketplace streams a task until it ends. */
function statusUpdateFromV1({ status, ...rest }: Json): Json {
  const state = isObject(status) ? stateFromV1(status['state']) : ''
  return { kind: 'status-update', ...rest, status: statusFromV1(status), final: finalStates.has(state) }
}

function artifactUpdateFromV1({ artifact, ...rest }: Json): Json {
  return { kind: 'artifact-update', ...rest, artifact: artifactFromV1(artifact) }
}

function artifactFromV1(artifact: unknown): unknown {
  return isObject(artifact) ? { ...artifact, parts: mapItems(artifact['parts'], partFromV1) } : artifact
}

/** Structured content of 0.3 is always an object; another value is wrapped, and marked as official clients mark it. */
function partFromV1(part: unknown): unknown {
  if (!isObject(part)) return part
  const { text, raw, url, data, filename, mediaType, ...rest } = part
  if (text !== undefined) return { kind: 'text', text, ...rest }
  if (raw !== undefined || url !== undefined) {
    const file = defined({ bytes: raw, uri: url, name: filename, mimeType: mediaType })
    return { kind: 'file', file, ...rest }
  }
  if (isObject(data)) return { kind: 'data', data, ...rest }
  const metadata = isObject(rest['metadata']) ? rest['metadata'] : {}
  return { kind: 'data', data: { value: data }, ...rest, metadata: { ...metadata, data_part_compat: true } }
}

export function pushConfigFromV1(config: unknown): unknown {
  if (!isObject(config)) return config
  const { taskId, authentication, ...rest } = config
  const schemes = isObject(authentication) ? { schemes: [authentication['scheme']] } : undefined
  return { taskId, pushNotificationConfig: defined({ ...rest, authentication: schemes }) }
}
