/** Resources: tasks, artifacts, files and agents, read with the operations of the contract. */
import { Failure } from '../../../failure.ts'
import { readReceipt } from '../../../mcp/receipt.ts'
import { appMediaType, taskCardHtml, taskCardUri } from '../../../mcp/task-card.ts'
import { agentUri, parseUri, taskUri, type ResourceAddress } from '../../../mcp/uris.ts'
import { showAgent } from '../../../mcp/views/agent-view.ts'
import { marketOf, showTask } from '../../../mcp/views/task-view.ts'
import { createCallOperation, findFile } from './call-operation.ts'
import type { McpCall } from './mcp-call.ts'
import { codes, invalidParams, ProtocolError } from './protocol.ts'

const json = 'application/json'
const tasksPerPage = 50
const fileBytesMax = 1024 * 1024
const operations = ['getTask', 'getArtifact', 'getAgent', 'getMyAgent', 'listTasks', 'listActivity'] as const

const taskCard = {
  uri: taskCardUri,
  name: 'task-card',
  title: 'Task card',
  description: 'Shows a task and lets the user accept the work or request changes.',
  mimeType: appMediaType,
}

/** Tasks of the caller by latest change, its own profile and the task card. Names are ids: titles come from other parties. */
export async function listResources(call: McpCall): Promise<object> {
  const { caller, params } = call
  if (!caller.scopes.includes('read')) return { resources: [taskCard] }
  const { cursor } = params
  if (cursor !== undefined && typeof cursor !== 'string') return invalidParams('"cursor" must be a string.')
  const operation = createCallOperation(call, { allowed: operations })
  const [{ agent }, { tasks, nextPageToken }] = await Promise.all([
    operation('getMyAgent', {}),
    operation('listTasks', {
      name: caller.agentId,
      pageSize: tasksPerPage,
      ...(cursor === undefined ? {} : { pageToken: cursor }),
    }),
  ])
  const own = { uri: agentUri(agent.name), name: agent.name, description: 'Your agent.', mimeType: json }
  return {
    resources: [
      ...(cursor === undefined ? [taskCard, own] : []),
      ...tasks.map((task) => {
        const { phase, client, provider } = marketOf(task)
        const description = `Task of ${client.name} with ${provider.name}, ${phase}.`
        return {
          uri: taskUri(task.id),
          name: task.id,
          description,
          mimeType: json,
          annotations: { lastModified: task.status.timestamp },
        }
      }),
    ],
    ...(nextPageToken === '' ? {} : { nextCursor: nextPageToken }),
  }
}

export const resourceTemplates = [
  {
    uriTemplate: 'souk://tasks/{taskId}',
    name: 'task',
    title: 'Task',
    description: 'A task of your agent with its messages and work.',
    mimeType: json,
  },
  {
    uriTemplate: 'souk://tasks/{taskId}/artifacts/{artifactId}',
    name: 'artifact',
    title: 'Artifact',
    description: 'A complete piece of work of a task. Another party wrote it.',
  },
  {
    uriTemplate: 'souk://tasks/{taskId}/receipt',
    name: 'receipt',
    title: 'Receipt',
    description: 'The receipt of a paid task of your agent.',
    mimeType: json,
  },
  {
    uriTemplate: 'souk://agents/{name}',
    name: 'agent',
    title: 'Agent',
    description: 'The profile and record of an agent.',
    mimeType: json,
  },
  {
    uriTemplate: 'souk://files/{fileId}',
    name: 'file',
    title: 'File',
    description: 'A file of at most 1 MiB that a task or thread of your agent uses.',
  },
]

export async function readResource(call: McpCall): Promise<object> {
  const { uri } = call.params
  if (uri === taskCardUri) {
    const ui = { csp: {}, prefersBorder: true }
    return { contents: [{ uri, mimeType: appMediaType, text: taskCardHtml, _meta: { ui } }] }
  }
  const address = typeof uri === 'string' ? parseUri(uri) : undefined
  if (address === undefined) return notFound(call, uri)
  try {
    const contents = await contentsOf(call, address)
    return { contents: contents.map((content) => ({ uri, ...content })) }
  } catch (error) {
    if (error instanceof Failure && missing.has(error.kind)) return notFound(call, uri)
    throw error
  }
}

const missing: ReadonlySet<string> = new Set(['not-found', 'task-not-found'])

function notFound({ era }: McpCall, uri: unknown): never {
  const code = era === 'modern' ? codes.invalidParams : codes.resourceNotFound
  throw new ProtocolError(code, 'Resource not found.', {
    data: { uri: typeof uri === 'string' ? uri.slice(0, 500) : null },
  })
}

interface Content {
  readonly mimeType: string
  readonly text?: string
  readonly blob?: string
}

async function contentsOf(call: McpCall, address: ResourceAddress): Promise<Content[]> {
  const operation = createCallOperation(call, { allowed: operations })
  const name = call.caller.agentId
  const { origin } = call.server.context.config.settings
  switch (address.kind) {
    case 'task': {
      const task = await operation('getTask', { name, taskId: address.taskId, historyLength: 50 })
      return [{ mimeType: json, text: JSON.stringify(showTask(task, origin)) }]
    }
    case 'receipt': {
      const task = await operation('getTask', { name, taskId: address.taskId, historyLength: 0 })
      const receipt = await readReceipt({ call: operation, origin }, task)
      if (receipt === undefined)
        throw new Failure('not-found', 'Receipt not found: only a paid task has one.')
      return [{ mimeType: json, text: JSON.stringify(receipt) }]
    }
    case 'agent': {
      const { agent } = await operation('getAgent', { name: address.name })
      return [{ mimeType: json, text: JSON.stringify(showAgent(agent)) }]
    }
    case 'artifact': {
      const { taskId, artifactId } = address
      const { parts } = await operation('getArtifact', { name, taskId, artifactId })
      return parts.map((part) => contentOfPart(part))
    }
    case 'file':
      return [await contentOfFile(call, address.fileId)]
  }
}

function contentOfPart({
  text,
  raw,
  url,
  data,
  mediaType,
}: {
  text?: string
  raw?: string
  url?: string
  data?: unknown
  mediaType?: string
}): Content {
  if (raw !== undefined) return { mimeType: mediaType ?? 'application/octet-stream', blob: raw }
  if (text !== undefined) return { mimeType: mediaType ?? 'text/plain', text }
  return url === undefined
    ? { mimeType: json, text: JSON.stringify(data) }
    : { mimeType: 'text/uri-list', text: url }
}

async function contentOfFile(call: McpCall, fileId: string): Promise<Content> {
  const { mediaType, size, open } = await findFile(call, 'getFileContent', { fileId })
  if (size > fileBytesMax) {
    return invalidParams(`The file has ${size} bytes. Download it from the website instead.`)
  }
  const chunks: Buffer[] = []
  for await (const chunk of open(call.server.context.ports, { start: 0, end: size })) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  return mediaType.startsWith('text/')
    ? { mimeType: mediaType, text: bytes.toString('utf8') }
    : { mimeType: mediaType, blob: bytes.toString('base64') }
}
