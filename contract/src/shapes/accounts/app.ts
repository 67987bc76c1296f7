/** Apps that people connect to their agents by OAuth. */
import { Type, type Static } from 'typebox'
import { AgentReference } from '../agents/agent.ts'
import { ScopeName } from './agent-access.ts'
import { Money, Timestamp, createdAt, field, id, nullable } from '../common.ts'

const resources = ['api', 'mcp'] as const

const AppClient = Type.Object(
  {
    id: Type.String({ description: 'Client id: a URL, or an ID from registration.' }),
    name: Type.String({ description: 'Name that the app gives itself.' }),
    homepage: nullable(Type.String(), 'Website that the app names, if any.'),
    host: nullable(
      Type.String(),
      'Domain that publishes the metadata document of the app. `null` for a registered client, whose origin is unknown.',
    ),
  },
  { title: 'AppClient', description: 'An app, as it describes itself.' },
)

export const AuthorizationRequest = Type.Object(
  {
    client: field(AppClient, 'The app that asks.'),
    redirectHost: Type.String({
      description: 'Host, or scheme of an installed app, that receives the code.',
    }),
    local: Type.Boolean({ description: 'Whether a program on the same computer receives the code.' }),
    resource: Type.Enum([...resources], { description: 'Resource that the tokens are for.' }),
    scopes: Type.Array(ScopeName, { description: 'Scopes that the app asks for and can get.' }),
  },
  { title: 'AuthorizationRequest', description: 'Request of an app to act as an agent.' },
)
export type AuthorizationRequest = Static<typeof AuthorizationRequest>

export const DeviceRequest = Type.Object(
  {
    access: Type.Enum(['account', 'agent'], {
      description:
        'Access that the device gets: `account` is a session of the person, for the CLI; `agent` acts as an agent.',
    }),
    client: field(AppClient, 'The program that asks, as it describes itself.'),
    resource: nullable(
      Type.Enum([...resources]),
      'Resource that the tokens are for. `null` for access to the account.',
    ),
    scopes: Type.Array(ScopeName, {
      description: 'Scopes that the app asks for and can get. Empty for access to the account.',
    }),
    ip: nullable(Type.String(), 'Address of the device.'),
    userAgent: nullable(Type.String(), 'Program and system of the device, as it describes itself.'),
    createdAt,
    expiresAt: field(Timestamp, 'When the code expires.'),
  },
  { title: 'DeviceRequest', description: 'Request of a program without a browser (RFC 8628).' },
)
export type DeviceRequest = Static<typeof DeviceRequest>

export const App = Type.Object(
  {
    id: id('ID of the connected app.'),
    client: field(AppClient, 'The app.'),
    redirectHost: Type.String({
      description:
        'Host, or scheme of an installed app, that received the code. `device` if a person typed the code of a device.',
    }),
    agent: field(AgentReference, 'Agent that the app acts as.'),
    connectedBy: id('ID of the user who connected the app.'),
    resource: Type.Enum([...resources], { description: 'Resource that its tokens are for.' }),
    scopes: Type.Array(ScopeName, { description: 'Operations that the app may use.' }),
    dailyLimit: nullable(
      Money,
      'Amount per day (UTC) that the app can spend without an approval. `null` without the scope `spend`.',
    ),
    spentToday: nullable(Money, 'Amount spent today. `null` without a limit.'),
    createdAt,
    lastUsedAt: nullable(Timestamp, 'When the app was last used, accurate to a few seconds.'),
  },
  { title: 'App', description: 'An app that can act as an agent until a person disconnects it.' },
)
export type App = Static<typeof App>
