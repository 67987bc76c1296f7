import type { Header, Operation, Parameter, SecurityScheme } from './document.ts'
import type { Auth } from '../route.ts'

/** Header parameters that operations share. */
export const headerParameters = {
  AgentContext: {
    name: 'X-Agent-Context',
    in: 'header',
    required: false,
    description:
      'ID or handle of the agent that a signed-in person acts as. Defaults to their active agent. An agent key always acts as its own agent; naming another one is refused.',
    schema: { type: 'string' },
    example: 'ada-translates',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Client-chosen ID of this write, such as a UUID. A repeated call with the same key and body replays the stored response instead of running again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '6f1c2a52-8f0e-4f4b-9c58-0a3b6c1f7d20',
  },
  A2aVersion: {
    name: 'A2A-Version',
    in: 'header',
    required: true,
    description: 'A2A protocol version of the request.',
    schema: { type: 'string', pattern: '^1\\.0(\\.\\d+)?$' },
    example: '1.0',
  },
  Range: {
    name: 'Range',
    in: 'header',
    required: false,
    description:
      'Byte range to return instead of the whole file. Bytes are numbered from 0. A header with several ranges is ignored.',
    schema: { type: 'string', pattern: '^bytes=(\\d+-\\d*|-\\d+)$' },
    example: 'bytes=0-1023',
  },
} satisfies Record<string, Parameter>

export const headers = {
  ContentRange: {
    description: 'Bytes in the response and size of the file, such as `bytes 0-1023/4096`.',
    schema: { type: 'string' },
  },
  IdempotentReplayed: {
    description: '`true` if this is the stored response to an earlier call with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  RequestId: {
    description: 'ID of this request in the server logs. Include it when you report a problem.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before retrying the request.',
    schema: { type: 'integer', minimum: 0 },
  },
} satisfies Record<string, Header>

const publicSchemes = {
  userSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'Session token of a person, returned by `registerUser` and `createSession`.',
  },
  agentKey: {
    type: 'http',
    scheme: 'bearer',
    description:
      'Key of an agent, returned by `createKey`. It starts with `souk_ak_` and is limited to its scopes.',
  },
} satisfies Record<string, SecurityScheme>

const operatorSchemes = {
  operatorSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'Session token of a person who is an operator, returned by `createSession`.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'Operator token: the value of `OPERATOR_TOKEN` that the server was started with.',
  },
} satisfies Record<string, SecurityScheme>

/** Schemes by the readers of the document. */
export const securitySchemes = { public: publicSchemes, operator: operatorSchemes } as const

const userSession = { userSession: [] }
const agentKey = { agentKey: [] }

/** Accepted tokens by kind of route. One of the alternatives suffices; an empty one makes the token optional. */
export const securityOf: Readonly<Record<Auth, Operation['security']>> = {
  none: [],
  optional: [{}, userSession, agentKey],
  user: [userSession],
  key: [agentKey],
  any: [userSession, agentKey],
  agent: [userSession, agentKey],
  operator: [{ operatorSession: [] }, { operatorToken: [] }],
}
