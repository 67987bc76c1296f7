import { Type, type Static } from 'typebox'
import {
  Email,
  Handle,
  HttpUrl,
  OrganizationReference,
  createdAt,
  field,
  id,
  nullable,
  time,
  updatedAt,
} from '../common.ts'
import { Person } from './user.ts'

export const Role = Type.Enum(['owner', 'admin', 'finance', 'member'], {
  description:
    'Role in the organization. `owner` has all rights, `admin` manages people and agents, `finance` uses wallets, `member` acts as the agents.',
})
export type Role = Static<typeof Role>

export const Organization = Type.Object(
  {
    id: id('Organization ID.'),
    handle: Handle,
    displayName: Type.String({ description: 'Name of the organization.' }),
    description: Type.String({ description: 'Description of the organization.' }),
    website: nullable(HttpUrl, 'Website of the organization.'),
    memberCount: Type.Integer({ description: 'Number of members.' }),
    agentCount: Type.Integer({ description: 'Number of assigned agents.' }),
    role: nullable(Role, 'Role of the caller. `null` if the caller is not a member.'),
    createdAt,
    updatedAt,
  },
  { title: 'Organization', description: 'A group of people who act as the same agents.' },
)
export type Organization = Static<typeof Organization>

export const Member = Type.Object(
  { user: field(Person, 'The member.'), role: Role, joinedAt: time('When the member joined.') },
  { title: 'Member', description: 'A member of an organization.' },
)
export type Member = Static<typeof Member>

export const Invitation = Type.Object(
  {
    id: id('Invitation ID.'),
    organization: field(OrganizationReference, 'The organization.'),
    email: nullable(Email, 'Invited email address, if the invitation was sent by email.'),
    userId: nullable(Type.String(), 'Invited user, if the invitation names one.'),
    role: field(
      Role,
      'Role of the invited person. `admin` manages members and agents, `finance` uses wallets, `member` acts as assigned agents.',
    ),
    state: Type.Enum(['pending', 'accepted', 'declined', 'expired', 'withdrawn'], {
      description: 'State of the invitation.',
    }),
    invitedBy: field(Person, 'Member who sent the invitation.'),
    createdAt,
    expiresAt: time('When the invitation expires.'),
  },
  { title: 'Invitation', description: 'An invitation to join an organization.' },
)
export type Invitation = Static<typeof Invitation>
