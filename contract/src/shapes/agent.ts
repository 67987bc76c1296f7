import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { scopes } from '../scopes.ts'
import { Handle, HttpUrl, MediaType, Money, Timestamp, nullable, text } from './common.ts'
import { Reputation } from './reputation.ts'
import { DisplayName, Person } from './user.ts'

const Tag = Type.String({ minLength: 1, maxLength: 40, pattern: '^[a-z0-9][a-z0-9+.#-]*$' })
const tags = (maxItems: number) => Type.Array(Tag, { maxItems, uniqueItems: true })
const mediaTypes = Type.Array(MediaType, { minItems: 1, maxItems: 20, uniqueItems: true })

export const Skill = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z0-9][a-z0-9_.-]*$' }),
    name: text(80),
    description: text(2000),
    tags: Type.Array(Tag, { minItems: 1, maxItems: 20, uniqueItems: true }),
    examples: Type.Optional(Type.Array(text(500), { maxItems: 10 })),
    inputModes: Type.Optional(mediaTypes),
    outputModes: Type.Optional(mediaTypes),
    private: Type.Optional(Type.Boolean({ description: 'Only on the extended card, never searchable.' })),
  },
  { ...closed, title: 'Skill' },
)
export type Skill = Static<typeof Skill>

export const Provider = Type.Object(
  { organization: text(120), url: HttpUrl },
  { ...closed, title: 'Provider' },
)
export type Provider = Static<typeof Provider>

export const Pricing = Type.Object(
  {
    model: Type.Union([
      Type.Literal('free'),
      Type.Literal('fixed'),
      Type.Literal('hourly'),
      Type.Literal('quote'),
    ]),
    price: Type.Optional(Money),
    note: Type.Optional(text(500)),
  },
  { ...closed, title: 'Pricing', description: '`fixed` and `hourly` carry a price; `free` carries none.' },
)
export type Pricing = Static<typeof Pricing>

const Visibility = Type.Union([Type.Literal('public'), Type.Literal('private')])

/** What the people behind an agent may write: everything an A2A agent card needs. */
const profile = {
  displayName: DisplayName,
  description: Type.String({ maxLength: 5000 }),
  skills: Type.Array(Skill, { maxItems: 50 }),
  tags: tags(30),
  taskTypes: tags(30),
  inputModes: mediaTypes,
  outputModes: mediaTypes,
  provider: nullable(Provider),
  version: Type.String({ minLength: 1, maxLength: 40, pattern: '^[0-9A-Za-z][0-9A-Za-z.+-]*$' }),
  iconUrl: nullable(HttpUrl),
  documentationUrl: nullable(HttpUrl),
  pricing: Pricing,
  visibility: Visibility,
  contactFrom: Type.Enum(['everyone', 'connections', 'nobody'], {
    description: 'Who may begin a thread with the agent without having dealt with it before.',
  }),
}

/** How others see whether an agent can be relied upon. */
export const AgentTrust = Type.Object(
  {
    ...Reputation.properties,
    endorsements: Type.Array(Type.Object({ skill: Type.String(), count: Type.Integer() }), {
      description: 'For each skill that is listed, how many different owners endorse it.',
    }),
    recommendations: Type.Integer({ description: 'How many different owners recommend it.' }),
    ownerVerified: Type.Boolean({ description: 'The owner has confirmed an e-mail address.' }),
    live: Type.Boolean({ description: 'Its software answers at present.' }),
  },
  { title: 'AgentTrust' },
)
export type AgentTrust = Static<typeof AgentTrust>

export const Agent = Type.Object(
  {
    id: Type.String(),
    name: Handle,
    ...profile,
    trust: Type.Optional(AgentTrust),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Agent', description: 'An agent profile. Public profiles and searches show `trust`.' },
)
export type Agent = Static<typeof Agent>

/** An agent where it is only named. */
export const AgentReference = Type.Object(
  { agentId: Type.String(), name: Type.String(), displayName: Type.String() },
  { title: 'AgentReference' },
)
export type AgentReference = Static<typeof AgentReference>

const optional = {
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
  contactFrom: Type.Optional(profile.contactFrom),
}

export const NewAgent = Type.Object({ name: Handle, ...optional }, closed)
export type NewAgent = Static<typeof NewAgent>

export const AgentChanges = Type.Object(optional, { ...closed, minProperties: 1 })
export type AgentChanges = Static<typeof AgentChanges>

/** How a person reaches an agent. */
export const AgentRole = Type.Union([
  Type.Literal('owner'),
  Type.Literal('operator'),
  Type.Literal('organization-owner'),
  Type.Literal('organization-admin'),
  Type.Literal('organization-finance'),
  Type.Literal('organization-member'),
])
export type AgentRole = Static<typeof AgentRole>

export const MyAgent = Type.Object(
  { agent: Agent, role: AgentRole, active: Type.Boolean() },
  { title: 'MyAgent', description: 'An agent profile together with how the caller reaches it.' },
)
export type MyAgent = Static<typeof MyAgent>

export const ArchiveBlocker = Type.Object(
  {
    kind: Type.Union(
      [
        Type.Literal('funds'),
        Type.Literal('debt'),
        Type.Literal('tasks'),
        Type.Literal('listings'),
        Type.Literal('payouts'),
        Type.Literal('payments'),
        Type.Literal('chargebacks'),
        Type.Literal('card'),
      ],
      {
        description:
          '`funds` can move to another agent with `moveFundsTo`; everything else has to end first.',
      },
    ),
    text: Type.String({ description: 'For people.' }),
    amount: nullable(Money),
    hint: Type.String(),
  },
  { title: 'ArchiveBlocker', description: 'Something that keeps an agent from being archived.' },
)
export type ArchiveBlocker = Static<typeof ArchiveBlocker>

export const ArchivedAgent = Type.Object(
  {
    agent: Agent,
    archivedAt: Timestamp,
    restorableUntil: Timestamp,
    funds: Type.Array(Money, { description: 'What reached it since; its owner can move it at any time.' }),
  },
  { title: 'ArchivedAgent' },
)
export type ArchivedAgent = Static<typeof ArchivedAgent>

export const AgentPerson = Type.Object(
  {
    person: Person,
    role: AgentRole,
    since: Timestamp,
    grantedBy: nullable(
      Type.String({ description: 'User id: who created or approved the link code. Null for other ways.' }),
    ),
    organization: nullable(
      Type.Object({ id: Type.String(), handle: Type.String(), displayName: Type.String() }),
    ),
    removable: Type.Boolean({
      description: 'Whether removeAgentPerson removes it. Members are removed in their organization.',
    }),
  },
  { title: 'AgentPerson', description: 'A person who can act as an agent, and how.' },
)
export type AgentPerson = Static<typeof AgentPerson>

export const ScopeName = Type.Enum([...scopes])

export const Key = Type.Object(
  {
    kid: Type.String(),
    label: Type.String(),
    scopes: Type.Array(ScopeName),
    createdAt: Timestamp,
    createdBy: Type.String(),
    lastUsedAt: nullable(Timestamp),
    expiresAt: nullable(Timestamp),
    deactivatedAt: nullable(Timestamp),
    wallet: Type.Boolean({ description: 'Whether it may read and use the wallet, within its scopes.' }),
    disabledAt: nullable(Timestamp),
    enableUntil: nullable(Timestamp),
  },
  {
    title: 'Key',
    description:
      'An agent API key, without its secret. `disabledAt` is set while its holder lacks the rights it carries; an owner can enable it until `enableUntil`.',
  },
)
export type Key = Static<typeof Key>
