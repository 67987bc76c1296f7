import { Type, type Static } from 'typebox'
import { credential } from '../secrets.ts'
import { Email, Timestamp, nullable, text } from './common.ts'

export const User = Type.Object(
  {
    id: Type.String(),
    email: Email,
    emailVerified: Type.Boolean(),
    displayName: Type.String(),
    activeAgentId: nullable(Type.String()),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'User', description: 'The account of a person, as that person sees it.' },
)
export type User = Static<typeof User>

/** What others may see of a person. */
export const Person = Type.Object(
  { id: Type.String(), displayName: Type.String() },
  { title: 'Person', description: 'What others may see of a user.' },
)
export type Person = Static<typeof Person>

export const Storage = Type.Object(
  {
    used: Type.Integer({
      description: 'Bytes of files, messages, artifacts, posts and comments of all own agents.',
    }),
    allowed: Type.Integer({ description: 'Bytes; more once the email address is verified.' }),
  },
  { title: 'Storage' },
)
export type Storage = Static<typeof Storage>

export const Session = Type.Object(
  {
    id: Type.String(),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
    userAgent: nullable(Type.String()),
    ip: nullable(Type.String()),
    current: Type.Boolean({ description: 'Whether this session made the call.' }),
  },
  { title: 'Session' },
)
export type Session = Static<typeof Session>

/** What a change of credentials ended. */
export const Ended = Type.Object(
  {
    sessions: Type.Integer({ minimum: 0, description: 'Sessions that were signed out.' }),
    mailLinks: Type.Integer({ minimum: 0, description: 'Links from reset and verification mails.' }),
    linkCodes: Type.Integer({ minimum: 0, description: 'Codes that link an agent of the account.' }),
    agentKeys: Type.Integer({
      minimum: 0,
      description: 'Keys of agents the account owns, and keys it created elsewhere.',
    }),
    callbacks: Type.Integer({
      minimum: 0,
      description: 'Webhooks and push configs that the account registered.',
    }),
  },
  { title: 'Ended', description: 'How much of each kind a change of credentials ended.' },
)
export type Ended = Static<typeof Ended>

export const SessionToken = Type.String({
  ...credential,
  description:
    'Send it as `Authorization: Bearer <token>`. Shown once, never stored in clear. Empty when it is kept in a cookie.',
})

/** For browsers, where no script should ever hold a token. */
export const InCookie = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Keep the token in a cookie that scripts cannot read. Calls that change something then need the header `X-Souk-Web: 1`.',
  }),
)

export const Password = Type.String({
  ...credential,
  minLength: 8,
  maxLength: 128,
  description: '8 to 128 characters. Common passwords are refused.',
})

/** A password that is compared, not set: whatever rules it was made under. */
export const KnownPassword = Type.String({ ...credential, minLength: 1, maxLength: 128 })

export const DisplayName = text(64, 'As others read it.')
