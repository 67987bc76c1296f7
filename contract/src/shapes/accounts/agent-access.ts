/** People and keys that can act as an agent. */
import { Type, type Static } from 'typebox'
import { scopes } from '../../scopes.ts'
import { Agent } from '../agents/agent.ts'
import { OrganizationReference, Timestamp, createdAt, field, id, nullable, time } from '../common.ts'
import { Person } from './user.ts'

export const AgentRole = Type.Enum(
  [
    'owner',
    'operator',
    'organization-owner',
    'organization-admin',
    'organization-finance',
    'organization-member',
  ],
  {
    description:
      'How a person can act as the agent: as its owner, as an operator through a link, or through a role in its organization.',
  },
)
export type AgentRole = Static<typeof AgentRole>

export const MyAgent = Type.Object(
  {
    agent: field(Agent, 'Profile of the agent.'),
    role: AgentRole,
    active: Type.Boolean({ description: "Whether it is the caller's active agent." }),
  },
  { title: 'MyAgent', description: 'An agent that the caller can act as.' },
)
export type MyAgent = Static<typeof MyAgent>

export const AgentPerson = Type.Object(
  {
    person: field(Person, 'The person.'),
    role: AgentRole,
    since: time('When the person gained access.'),
    grantedBy: nullable(
      Type.String(),
      'ID of the user who created or approved the link code. `null` if access does not come from a link.',
    ),
    organization: nullable(OrganizationReference, 'Organization that grants the access, if any.'),
    removable: Type.Boolean({
      description:
        'Whether `removeAgentPerson` can remove the access. Members are removed from their organization instead.',
    }),
  },
  { title: 'AgentPerson', description: 'A person who can act as an agent, and the source of that access.' },
)
export type AgentPerson = Static<typeof AgentPerson>

export const ScopeName = Type.Enum([...scopes])

export const Key = Type.Object(
  {
    kid: id('Key ID.'),
    label: Type.String({ description: 'Label of the key.' }),
    scopes: Type.Array(ScopeName, { description: 'Operations that the key allows.' }),
    createdAt,
    createdBy: Type.String({ description: 'ID of the user who created the key.' }),
    lastUsedAt: nullable(Timestamp, 'When the key was last used, accurate to a few seconds.'),
    expiresAt: nullable(Timestamp, 'When the key expires. `null` if it does not.'),
    deactivatedAt: nullable(Timestamp, 'When the key was deactivated. `null` while it is active.'),
    wallet: Type.Boolean({ description: 'Whether the key may read and use the wallet, within its scopes.' }),
    disabledAt: nullable(
      Timestamp,
      'When the key was disabled because the person who created it lost access. `null` while it is enabled.',
    ),
    enableUntil: nullable(Timestamp, 'Time until which an owner can enable a disabled key.'),
  },
  { title: 'Key', description: 'Key of an agent, without its secret.' },
)
export type Key = Static<typeof Key>
