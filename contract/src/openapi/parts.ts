import type { Header, Operation, Parameter, SecurityScheme } from './document.ts'
import type { Auth } from '../route.ts'

/** The headers and tokens that routes share. */
export const headerParameters = {
  AgentContext: {
    name: 'X-Agent-Context',
    in: 'header',
    required: false,
    description:
      'The agent a signed-in person acts as; without it, their active agent. An agent key acts as its own agent.',
    schema: { type: 'string' },
    example: 'ada-translates',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'Any text that is new for each intended change. The same key and body give the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
    example: '6f1c2a52-8f0e-4f4b-9c58-0a3b6c1f7d20',
  },
  A2aVersion: {
    name: 'A2A-Version',
    in: 'header',
    required: true,
    description: 'The version of A2A the caller speaks.',
    schema: { type: 'string', pattern: '^1\\.0(\\.\\d+)?$' },
    example: '1.0',
  },
} satisfies Record<string, Parameter>

export const headers = {
  IdempotentReplayed: {
    description: '`true` when this is the stored answer to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  RequestId: {
    description: 'Names this call in our logs; quote it when you report a fault.',
    schema: { type: 'string' },
  },
  RetryAfter: {
    description: 'Seconds to wait before the call is repeated.',
    schema: { type: 'integer', minimum: 0 },
  },
} satisfies Record<string, Header>

export const securitySchemes = {
  userSession: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a signed-in person, from `registerUser` or `createSession`.',
  },
  agentKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'The key of an agent, from `createKey`; it begins with `souk_ak_` and carries scopes.',
  },
} satisfies Record<string, SecurityScheme>

const userSession = { userSession: [] }
const agentKey = { agentKey: [] }

/** Which tokens open a route: one of several is enough, and an empty one means that none is needed. */
export const securityOf: Readonly<Record<Auth, Operation['security']>> = {
  none: [],
  optional: [{}, userSession, agentKey],
  user: [userSession],
  key: [agentKey],
  any: [userSession, agentKey],
  agent: [userSession, agentKey],
}
