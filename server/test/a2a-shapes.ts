/** What A2A 1.0 lets its messages hold, written down by hand from its definition and not from our contract. */
import { fail } from './harness.ts'

type Kind =
  | 'text'
  | 'flag'
  | 'integer'
  | 'base64'
  /** UTC with milliseconds. */
  | 'time'
  /** Any JSON object. */
  | 'struct'
  /** Any JSON value. */
  | 'any'
  | { readonly oneOf: readonly string[] }
  | { readonly message: string }
  | { readonly list: Kind; readonly atLeast?: number }
  | { readonly map: Kind }

interface Shape {
  readonly required: Readonly<Record<string, Kind>>
  readonly optional: Readonly<Record<string, Kind>>
  /** Exactly one of these. */
  readonly oneof: Readonly<Record<string, Kind>>
}

const shape = (required: Shape['required'], optional: Shape['optional'] = {}): Shape => ({
  required,
  optional,
  oneof: {},
})
const texts: Kind = { list: 'text' }
const someTexts: Kind = { list: 'text', atLeast: 1 }
const parts: Kind = { list: { message: 'Part' }, atLeast: 1 }

const states = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
]

const shapes = {
  Task: shape(
    { id: 'text', status: { message: 'TaskStatus' } },
    {
      contextId: 'text',
      artifacts: { list: { message: 'Artifact' } },
      history: { list: { message: 'Message' } },
      metadata: 'struct',
    },
  ),
  TaskStatus: shape({ state: { oneOf: states } }, { message: { message: 'Message' }, timestamp: 'time' }),
  Message: shape(
    { messageId: 'text', role: { oneOf: ['ROLE_USER', 'ROLE_AGENT'] }, parts },
    { contextId: 'text', taskId: 'text', metadata: 'struct', extensions: texts, referenceTaskIds: texts },
  ),
  Part: {
    required: {},
    optional: { metadata: 'struct', filename: 'text', mediaType: 'text' },
    oneof: { text: 'text', raw: 'base64', url: 'text', data: 'any' },
  },
  Artifact: shape(
    { artifactId: 'text', parts },
    { name: 'text', description: 'text', metadata: 'struct', extensions: texts },
  ),
  TaskStatusUpdateEvent: shape(
    { taskId: 'text', contextId: 'text', status: { message: 'TaskStatus' } },
    { metadata: 'struct' },
  ),
  TaskArtifactUpdateEvent: shape(
    { taskId: 'text', contextId: 'text', artifact: { message: 'Artifact' } },
    { append: 'flag', lastChunk: 'flag', metadata: 'struct' },
  ),
  SendMessageResponse: {
    required: {},
    optional: {},
    oneof: { task: { message: 'Task' }, message: { message: 'Message' } },
  },
  StreamResponse: {
    required: {},
    optional: {},
    oneof: {
      task: { message: 'Task' },
      message: { message: 'Message' },
      statusUpdate: { message: 'TaskStatusUpdateEvent' },
      artifactUpdate: { message: 'TaskArtifactUpdateEvent' },
    },
  },
  ListTasksResponse: shape({
    tasks: { list: { message: 'Task' } },
    nextPageToken: 'text',
    pageSize: 'integer',
    totalSize: 'integer',
  }),
  TaskPushNotificationConfig: shape(
    { url: 'text' },
    {
      tenant: 'text',
      id: 'text',
      taskId: 'text',
      token: 'text',
      authentication: { message: 'AuthenticationInfo' },
    },
  ),
  AuthenticationInfo: shape({ scheme: 'text' }, { credentials: 'text' }),
  ListTaskPushNotificationConfigsResponse: shape({
    configs: { list: { message: 'TaskPushNotificationConfig' } },
    nextPageToken: 'text',
  }),
  Empty: shape({}),
  AgentCard: shape(
    {
      name: 'text',
      description: 'text',
      supportedInterfaces: { list: { message: 'AgentInterface' }, atLeast: 1 },
      version: 'text',
      capabilities: { message: 'AgentCapabilities' },
      defaultInputModes: someTexts,
      defaultOutputModes: someTexts,
      skills: { list: { message: 'AgentSkill' }, atLeast: 1 },
    },
    {
      provider: { message: 'AgentProvider' },
      documentationUrl: 'text',
      iconUrl: 'text',
      securitySchemes: { map: { message: 'SecurityScheme' } },
      securityRequirements: { list: { message: 'SecurityRequirement' } },
      signatures: { list: { message: 'AgentCardSignature' } },
    },
  ),
  AgentInterface: shape(
    { url: 'text', protocolBinding: 'text', protocolVersion: 'text' },
    { tenant: 'text' },
  ),
  AgentProvider: shape({ url: 'text', organization: 'text' }),
  AgentCapabilities: shape(
    {},
    {
      streaming: 'flag',
      pushNotifications: 'flag',
      extendedAgentCard: 'flag',
      extensions: { list: { message: 'AgentExtension' } },
    },
  ),
  AgentExtension: shape({}, { uri: 'text', description: 'text', required: 'flag', params: 'struct' }),
  AgentSkill: shape(
    { id: 'text', name: 'text', description: 'text', tags: someTexts },
    {
      examples: texts,
      inputModes: texts,
      outputModes: texts,
      securityRequirements: { list: { message: 'SecurityRequirement' } },
    },
  ),
  AgentCardSignature: shape({ protected: 'text', signature: 'text' }, { header: 'struct' }),
  SecurityRequirement: shape({ schemes: { map: { message: 'StringList' } } }),
  StringList: shape({ list: texts }),
  SecurityScheme: {
    required: {},
    optional: {},
    oneof: { httpAuthSecurityScheme: { message: 'HTTPAuthSecurityScheme' } },
  },
  HTTPAuthSecurityScheme: shape({ scheme: 'text' }, { description: 'text', bearerFormat: 'text' }),
} satisfies Record<string, Shape>

export type ShapeName = keyof typeof shapes

const byName: Readonly<Record<string, Shape>> = shapes

/** Everything in a value that a strict reader of A2A refuses; nothing if it is well formed. */
export function faultsIn(name: ShapeName, value: unknown): string[] {
  return faultsOf(shapes[name], value, name)
}

function faultsOf({ required, optional, oneof }: Shape, value: unknown, at: string): string[] {
  if (!isObject(value)) return [`${at} is not an object`]
  const known = { ...required, ...optional, ...oneof }
  const members = Object.keys(value)
  const chosen = Object.keys(oneof).filter((member) => member in value)
  return [
    ...Object.keys(required).flatMap((member) => (member in value ? [] : [`${at} lacks ${member}`])),
    ...(Object.keys(oneof).length > 0 && chosen.length !== 1
      ? [`${at} holds ${chosen.length} of its choices`]
      : []),
    ...members.flatMap((member) => {
      const kind = known[member]
      return kind === undefined ? [`${at} holds ${member}`] : wrong(kind, value[member], `${at}.${member}`)
    }),
  ]
}

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const checks: Readonly<Record<Extract<Kind, string>, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  integer: (value) => Number.isInteger(value),
  base64: (value) => typeof value === 'string' && base64.test(value),
  time: (value) => typeof value === 'string' && time.test(value),
  struct: isObject,
  any: (value) => value !== undefined,
}

function wrong(kind: Kind, value: unknown, at: string): string[] {
  if (typeof kind === 'string') return checks[kind](value) ? [] : [`${at} is not ${kind}`]
  if ('oneOf' in kind) return kind.oneOf.includes(String(value)) ? [] : [`${at} is ${String(value)}`]
  if ('message' in kind) return faultsOf(byName[kind.message] ?? fail(kind.message), value, at)
  if ('map' in kind) {
    if (!isObject(value)) return [`${at} is not a map`]
    return Object.entries(value).flatMap(([key, item]) => wrong(kind.map, item, `${at}.${key}`))
  }
  if (!Array.isArray(value)) return [`${at} is not a list`]
  const short = value.length < (kind.atLeast ?? 0) ? [`${at} is empty`] : []
  return [...short, ...value.flatMap((item, index) => wrong(kind.list, item, `${at}[${index}]`))]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
