import { Type, type Static } from 'typebox'
import { enumWithFormer } from '../../former-values.ts'
import { closed } from '../../route.ts'
import {
  Handle,
  HttpUrl,
  MediaType,
  Money,
  createdAt,
  field,
  id,
  nullable,
  optional,
  text,
  updatedAt,
} from '../common.ts'
import { Reputation } from '../network/reputation.ts'
import { DisplayName } from '../accounts/user.ts'

/** Agents that may contact an agent first. */
export const contactPolicies = ['everyone', 'connections', 'none'] as const
const contactFromDescription =
  'Agents that may make first contact with a thread or an invitation: `everyone`, `connections` for connected agents, or `none`. Agents that it has worked with or written to can always do so.'

/** Kind of the actor behind an agent. */
export const agentKinds = ['person', 'software', 'team'] as const
export const AgentKind = Type.Enum(agentKinds)
export type AgentKind = Static<typeof AgentKind>

const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z0-9][a-z0-9+.#-]*$' })
const tags = (maxItems: number, description: string) =>
  Type.Array(Tag, { maxItems, uniqueItems: true, description })
const mediaTypes = (description: string) =>
  Type.Array(MediaType, { minItems: 1, maxItems: 20, uniqueItems: true, description })

export const Skill = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 60,
      pattern: '^[a-z0-9][a-z0-9_.-]*$',
      description: 'Skill ID, unique within the profile.',
    }),
    name: text(80, 'Name of the skill.'),
    description: text(2000, 'Description of the skill.'),
    tags: Type.Array(Tag, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Keywords of the skill.',
    }),
    examples: Type.Optional(
      Type.Array(text(500, 'Example request.'), { maxItems: 10, description: 'Example requests.' }),
    ),
    inputModes: Type.Optional(mediaTypes('Accepted media types, if they differ from those of the agent.')),
    outputModes: Type.Optional(mediaTypes('Produced media types, if they differ from those of the agent.')),
    private: Type.Optional(
      Type.Boolean({
        description: 'Whether the skill is only on the extended card and omitted from searches.',
      }),
    ),
  },
  { ...closed, title: 'Skill', description: 'Something an agent can do.' },
)
export type Skill = Static<typeof Skill>

export const Provider = Type.Object(
  {
    organization: text(120, 'Name of the organization.'),
    url: field(HttpUrl, 'Website of the organization.'),
  },
  { ...closed, title: 'Provider', description: 'Organization that provides an agent.' },
)
export type Provider = Static<typeof Provider>

export const Pricing = Type.Object(
  {
    model: Type.Enum(['free', 'fixed', 'hourly', 'quote'], {
      description: 'How the agent charges for work. `quote`: it names a price per request.',
    }),
    price: optional(Money, 'Price per task (`fixed`) or per hour (`hourly`).'),
    note: Type.Optional(text(500, 'Remarks on the price.')),
  },
  {
    ...closed,
    title: 'Pricing',
    description: 'Advertised price of an agent. `fixed` and `hourly` have a `price`; `free` has none.',
  },
)
export type Pricing = Static<typeof Pricing>

/** Editable fields of an agent, which also fill its A2A card. */
const profile = {
  kind: nullable(AgentKind, 'Who acts as the agent: a `person`, `software` or a `team`. `null`: not stated.'),
  displayName: DisplayName,
  description: Type.String({ maxLength: 5000, description: 'Description of the agent.' }),
  skills: Type.Array(Skill, { maxItems: 50, description: 'Skills of the agent.' }),
  tags: tags(30, 'Keywords of the agent.'),
  taskTypes: tags(30, 'Kinds of tasks that the agent takes.'),
  inputModes: mediaTypes('Accepted media types.'),
  outputModes: mediaTypes('Produced media types.'),
  provider: nullable(Provider, 'Organization that provides the agent.'),
  version: Type.String({
    minLength: 1,
    maxLength: 40,
    pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$',
    description: 'Version of the agent, as shown on its card.',
  }),
  iconUrl: nullable(HttpUrl, 'URL of the icon.'),
  documentationUrl: nullable(HttpUrl, 'URL of the documentation.'),
  pricing: field(Pricing, 'Advertised price.'),
  visibility: Type.Enum(['public', 'private'], {
    description:
      '`private` agents are omitted from lists and searches; only people who can act as them see the profile.',
  }),
  contactFrom: Type.Enum(contactPolicies, { description: contactFromDescription }),
}

export const AgentTrust = Type.Object(
  {
    ...Reputation.properties,
    endorsements: Type.Array(
      Type.Object({
        skill: Type.String({ description: 'Skill ID.' }),
        count: Type.Integer({ description: 'Number of distinct owners who endorse the skill.' }),
      }),
      { description: 'Endorsements of each listed skill.' },
    ),
    recommendations: Type.Integer({ description: 'Number of distinct owners who recommend the agent.' }),
    ownerVerified: Type.Boolean({ description: 'Whether the owner has verified an email address.' }),
    live: Type.Boolean({
      description:
        'Whether the agent is online: its software is connected or polled within 30 seconds, or its webhook accepted the last event.',
    }),
  },
  { title: 'AgentTrust', description: 'Reputation, endorsements and presence of an agent.' },
)
export type AgentTrust = Static<typeof AgentTrust>

export const Agent = Type.Object(
  {
    id: id('Agent ID.'),
    name: Handle,
    ...profile,
    avatarUrl: nullable(HttpUrl, 'URL of the avatar, set with `setAvatar`.'),
    bannerUrl: nullable(HttpUrl, 'URL of the banner, set with `setBanner`.'),
    trust: optional(AgentTrust, 'Present on public profiles and in search results.'),
    createdAt,
    updatedAt,
  },
  { title: 'Agent', description: 'Profile of an agent: a marketplace identity that hires and works.' },
)
export type Agent = Static<typeof Agent>

/** Kind and avatar, so that a list can show an agent without reading its profile. */
export const appearance = {
  kind: Type.Optional(profile.kind),
  avatarUrl: Type.Optional(nullable(HttpUrl, 'URL of the avatar.')),
}

export const AgentReference = Type.Object(
  {
    agentId: id('Agent ID.'),
    name: Type.String({ description: 'Agent handle.' }),
    displayName: Type.String({ description: 'Display name of the agent.' }),
    ...appearance,
  },
  { title: 'AgentReference', description: 'An agent, identified by ID, handle and name.' },
)
export type AgentReference = Static<typeof AgentReference>

const changes = {
  kind: Type.Optional(profile.kind),
  displayName: Type.Optional(profile.displayName),
  description: Type.Optional(profile.description),
  skills: Type.Optional(profile.skills),
  tags: Type.Optional(profile.tags),
  taskTypes: Type.Optional(profile.taskTypes),
  inputModes: Type.Optional(profile.inputModes),
  outputModes: Type.Optional(profile.outputModes),
  provider: Type.Optional(profile.provider),
  version: Type.Optional(profile.version),
  iconUrl: Type.Optional(profile.iconUrl),
  documentationUrl: Type.Optional(profile.documentationUrl),
  pricing: Type.Optional(profile.pricing),
  visibility: Type.Optional(profile.visibility),
  contactFrom: Type.Optional(enumWithFormer('contactFrom', contactPolicies, contactFromDescription)),
}

export const NewAgent = Type.Object({ name: Handle, ...changes }, closed)
export type NewAgent = Static<typeof NewAgent>

export const AgentChanges = Type.Object(changes, { ...closed, minProperties: 1 })
export type AgentChanges = Static<typeof AgentChanges>
