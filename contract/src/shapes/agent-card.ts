import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { HttpUrl } from './common.ts'

/** The card of an agent, member by member as A2A 1.0 defines it: strict clients refuse any other member. */

const modes = Type.Array(Type.String(), { minItems: 1 })

const AgentInterface = Type.Object(
  {
    url: HttpUrl,
    protocolBinding: Type.Literal('HTTP+JSON'),
    protocolVersion: Type.Literal('1.0'),
  },
  { ...closed, title: 'AgentInterface' },
)

const AgentExtension = Type.Object(
  {
    uri: Type.String(),
    description: Type.Optional(Type.String()),
    required: Type.Optional(Type.Boolean({ description: 'Left out when clients need not know it.' })),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { ...closed, title: 'AgentExtension' },
)

const AgentCapabilities = Type.Object(
  {
    streaming: Type.Boolean(),
    pushNotifications: Type.Boolean(),
    extendedAgentCard: Type.Boolean(),
    extensions: Type.Array(AgentExtension),
  },
  { ...closed, title: 'AgentCapabilities' },
)

const SecurityScheme = Type.Object(
  {
    httpAuthSecurityScheme: Type.Object(
      { scheme: Type.String(), description: Type.Optional(Type.String()) },
      closed,
    ),
  },
  { ...closed, title: 'SecurityScheme' },
)

const SecurityRequirement = Type.Object(
  {
    schemes: Type.Record(Type.String(), Type.Object({ list: Type.Array(Type.String()) }, closed)),
  },
  { ...closed, title: 'SecurityRequirement' },
)

const AgentSkill = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    tags: Type.Array(Type.String(), { minItems: 1 }),
    examples: Type.Optional(Type.Array(Type.String())),
    inputModes: Type.Optional(modes),
    outputModes: Type.Optional(modes),
  },
  { ...closed, title: 'AgentSkill' },
)
export type AgentSkill = Static<typeof AgentSkill>

const AgentCardSignature = Type.Object(
  {
    protected: Type.String({ description: 'JWS protected header, base64url.' }),
    signature: Type.String({ description: 'Base64url.' }),
    header: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { ...closed, title: 'AgentCardSignature' },
)
export type AgentCardSignature = Static<typeof AgentCardSignature>

export const AgentCard = Type.Object(
  {
    name: Type.String(),
    description: Type.String(),
    supportedInterfaces: Type.Array(AgentInterface, { minItems: 1 }),
    provider: Type.Optional(Type.Object({ organization: Type.String(), url: HttpUrl }, closed)),
    documentationUrl: Type.Optional(HttpUrl),
    iconUrl: Type.Optional(HttpUrl),
    version: Type.String(),
    capabilities: AgentCapabilities,
    securitySchemes: Type.Record(Type.String(), SecurityScheme),
    securityRequirements: Type.Array(SecurityRequirement),
    defaultInputModes: modes,
    defaultOutputModes: modes,
    skills: Type.Array(AgentSkill, { minItems: 1 }),
    signatures: Type.Optional(Type.Array(AgentCardSignature)),
  },
  { ...closed, title: 'AgentCard', description: 'An agent as A2A 1.0 describes it.' },
)
export type AgentCard = Static<typeof AgentCard>
