import { Type, type Static } from 'typebox'
import { Email, Handle, HttpUrl, Timestamp, nullable } from './common.ts'
import { Person } from './user.ts'

export const Role = Type.Union([
  Type.Literal('owner'),
  Type.Literal('admin'),
  Type.Literal('finance'),
  Type.Literal('member'),
])
export type Role = Static<typeof Role>

export const Organization = Type.Object(
  {
    id: Type.String(),
    handle: Handle,
    displayName: Type.String(),
    description: Type.String(),
    website: nullable(HttpUrl),
    memberCount: Type.Integer(),
    agentCount: Type.Integer(),
    role: nullable(Role),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Organization', description: '`role` is the role of the caller, null for strangers.' },
)
export type Organization = Static<typeof Organization>

export const Member = Type.Object({ user: Person, role: Role, joinedAt: Timestamp }, { title: 'Member' })

export const Invitation = Type.Object(
  {
    id: Type.String(),
    organization: Type.Object({ id: Type.String(), handle: Handle, displayName: Type.String() }),
    email: nullable(Email),
    userId: nullable(Type.String()),
    role: Role,
    state: Type.Union([
      Type.Literal('pending'),
      Type.Literal('accepted'),
      Type.Literal('declined'),
      Type.Literal('expired'),
      Type.Literal('withdrawn'),
    ]),
    invitedBy: Person,
    createdAt: Timestamp,
    expiresAt: Timestamp,
  },
  { title: 'Invitation' },
)
export type Invitation = Static<typeof Invitation>
export type Member = Static<typeof Member>
