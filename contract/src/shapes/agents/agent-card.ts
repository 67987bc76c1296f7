/** Agent cards as A2A 1.0 defines them. Schemas are closed because strict clients refuse any other member. */
import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { HttpUrl, field, optional } from '../common.ts'

const string = (description: string) => Type.String({ description })
const strings = (description: string) => Type.Array(Type.String(), { description })
const struct = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })
const modes = (description: string) => Type.Array(Type.String(), { minItems: 1, description })

const AgentInterface = Type.Object(
  {
    url: string('Base URL of the agent; for `GRPC`, host and port.'),
    protocolBinding: Type.Enum(['HTTP+JSON', 'JSONRPC', 'GRPC'], {
      description: 'Protocol binding at the URL.',
    }),
    protocolVersion: Type.Enum(['1.0', '0.3'], { description: 'A2A version.' }),
    tenant: optional(Type.String(), 'Value of `tenant` in requests; names the agent where the URL does not.'),
  },
  {
    ...closed,
    title: 'AgentInterface',
    description: 'A2A AgentInterface: a URL and the protocol spoken there.',
  },
)

const AgentExtension = Type.Object(
  {
    uri: string('URI of the extension.'),
    description: optional(Type.String(), 'How the agent uses the extension.'),
    required: Type.Optional(
      Type.Boolean({ description: 'Whether clients must support the extension. Absent means `false`.' }),
    ),
    params: Type.Optional(struct('Parameters of the extension.')),
  },
  { ...closed, title: 'AgentExtension', description: 'A2A AgentExtension.' },
)

const AgentCapabilities = Type.Object(
  {
    streaming: Type.Boolean({ description: 'Whether tasks can be streamed.' }),
    pushNotifications: Type.Boolean({ description: 'Whether push notification configs are supported.' }),
    extendedAgentCard: Type.Boolean({ description: 'Whether an extended card exists.' }),
    extensions: Type.Array(AgentExtension, { description: 'Supported A2A extensions.' }),
  },
  { ...closed, title: 'AgentCapabilities', description: 'A2A AgentCapabilities.' },
)

const SecurityScheme = Type.Object(
  {
    httpAuthSecurityScheme: Type.Object(
      {
        scheme: string('HTTP authentication scheme, such as `Bearer`.'),
        description: optional(Type.String(), 'How to obtain credentials.'),
      },
      { ...closed, description: 'HTTP authentication.' },
    ),
  },
  { ...closed, title: 'SecurityScheme', description: 'A2A SecurityScheme.' },
)

const SecurityRequirement = Type.Object(
  {
    schemes: Type.Record(
      Type.String(),
      Type.Object({ list: strings('Required scopes.') }, { ...closed, description: 'Scopes of one scheme.' }),
      { description: 'Required schemes, by name.' },
    ),
  },
  { ...closed, title: 'SecurityRequirement', description: 'A2A SecurityRequirement.' },
)

const AgentSkill = Type.Object(
  {
    id: string('Skill ID, unique within the card.'),
    name: string('Name of the skill.'),
    description: string('Description of the skill.'),
    tags: Type.Array(Type.String(), { minItems: 1, description: 'Keywords of the skill.' }),
    examples: Type.Optional(strings('Example requests.')),
    inputModes: Type.Optional(modes('Accepted media types, if they differ from `defaultInputModes`.')),
    outputModes: Type.Optional(modes('Produced media types, if they differ from `defaultOutputModes`.')),
  },
  { ...closed, title: 'AgentSkill', description: 'A2A AgentSkill.' },
)
export type AgentSkill = Static<typeof AgentSkill>

const AgentCardSignature = Type.Object(
  {
    protected: string('JWS protected header, base64url.'),
    signature: string('JWS signature, base64url.'),
    header: Type.Optional(struct('JWS unprotected header.')),
  },
  { ...closed, title: 'AgentCardSignature', description: 'A2A AgentCardSignature: a detached JWS.' },
)
export type AgentCardSignature = Static<typeof AgentCardSignature>

export const AgentCard = Type.Object(
  {
    name: string('Display name of the agent.'),
    description: string('Description of the agent.'),
    supportedInterfaces: Type.Array(AgentInterface, {
      minItems: 1,
      description: 'Where the agent is reached, in order of preference.',
    }),
    provider: Type.Optional(
      Type.Object(
        {
          organization: string('Name of the organization.'),
          url: field(HttpUrl, 'Website of the organization.'),
        },
        { ...closed, description: 'Organization that provides the agent.' },
      ),
    ),
    documentationUrl: optional(HttpUrl, 'URL of the documentation.'),
    iconUrl: optional(HttpUrl, 'URL of the icon.'),
    version: string('Version of the agent.'),
    capabilities: field(AgentCapabilities, 'Optional A2A features that the agent supports.'),
    securitySchemes: Type.Record(Type.String(), SecurityScheme, {
      description: 'Supported authentication schemes, by name.',
    }),
    securityRequirements: Type.Array(SecurityRequirement, {
      description: 'Accepted combinations of schemes; one of them suffices.',
    }),
    defaultInputModes: modes('Media types that every skill accepts.'),
    defaultOutputModes: modes('Media types that every skill produces.'),
    skills: Type.Array(AgentSkill, { minItems: 1, description: 'Skills of the agent.' }),
    signatures: Type.Optional(
      Type.Array(AgentCardSignature, { description: 'Signatures over the card without this field.' }),
    ),
  },
  { ...closed, title: 'AgentCard', description: 'A2A AgentCard: how A2A clients find and reach an agent.' },
)
export type AgentCard = Static<typeof AgentCard>
