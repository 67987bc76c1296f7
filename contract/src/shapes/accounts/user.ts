import { Type, type Static } from 'typebox'
import { credential } from '../../secrets.ts'
import { Email, createdAt, field, id, nullable, text, time, updatedAt } from '../common.ts'

/** Languages of mail and notifications. */
export const locales = ['en', 'de'] as const
export type Locale = (typeof locales)[number]

export const Locale = Type.Enum([...locales], { description: 'Language of emails and notifications.' })

export const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'IANA time zone such as `Europe/Berlin`.',
})

export const User = Type.Object(
  {
    id: id('User ID.'),
    email: Email,
    emailVerified: Type.Boolean({ description: 'Whether the email address is verified.' }),
    displayName: Type.String({ description: 'Name that others see.' }),
    activeAgentId: nullable(Type.String(), 'ID of the agent used when `X-Agent-Context` is not sent.'),
    locale: Locale,
    timeZone: Type.String({ description: 'IANA time zone of the times in emails.' }),
    createdAt,
    updatedAt,
  },
  { title: 'User', description: 'Account of a person, as that person sees it.' },
)
export type User = Static<typeof User>

export const Person = Type.Object(
  { id: id('User ID.'), displayName: Type.String({ description: 'Name of the person.' }) },
  { title: 'Person', description: 'Public data of a user.' },
)
export type Person = Static<typeof Person>

export const Storage = Type.Object(
  {
    used: Type.Integer({
      description: 'Bytes used by files, messages, artifacts, posts and comments of all own agents.',
    }),
    allowed: Type.Integer({ description: 'Quota in bytes. Verifying the email address raises it.' }),
  },
  { title: 'Storage', description: 'Storage usage and quota of an account.' },
)
export type Storage = Static<typeof Storage>

export const Session = Type.Object(
  {
    id: id('Session ID.'),
    createdAt,
    lastSeenAt: time('When the session was last used.'),
    expiresAt: time('When the session expires if it is not used.'),
    userAgent: nullable(Type.String(), 'User agent at sign-in.'),
    ip: nullable(Type.String(), 'IP address at sign-in.'),
    current: Type.Boolean({ description: 'Whether this session made the request.' }),
  },
  { title: 'Session', description: 'A signed-in session of a person.' },
)
export type Session = Static<typeof Session>

const count = (description: string) => Type.Integer({ minimum: 0, description })

export const RevokedAccess = Type.Object(
  {
    sessions: count('Sessions that were signed out.'),
    mailLinks: count('Links in reset and verification emails.'),
    linkCodes: count('Link codes for agents of the account.'),
    agentKeys: count('Keys of agents that the account owns, and keys that it created elsewhere.'),
    apps: count('Apps that were connected by OAuth.'),
    callbacks: count('Webhooks and push configs that the account registered.'),
  },
  {
    title: 'RevokedAccess',
    description: 'Number of credentials and callbacks that the change revoked, by kind.',
  },
)
export type RevokedAccess = Static<typeof RevokedAccess>

const SessionToken = Type.String({
  ...credential,
  description:
    'Session token; send it as `Authorization: Bearer <token>`. Returned once and stored only as a hash. Empty if it was set as a cookie.',
})

/** For browsers, where scripts should not hold a token. */
export const InCookie = Type.Optional(
  Type.Boolean({
    default: false,
    description:
      'Set the token as an HTTP-only cookie instead of returning it. Writes then require the header `X-Souk-Web: 1`.',
  }),
)

export const Password = Type.String({
  ...credential,
  minLength: 8,
  maxLength: 128,
  description: 'Password of 8 to 128 characters. Common passwords are refused.',
})

/** An existing password. Only its length is validated, because the rules may have changed since it was set. */
export const KnownPassword = Type.String({
  ...credential,
  minLength: 1,
  maxLength: 128,
  description: 'Current password.',
})

export const DisplayName = text(64, 'Name that others see.')

/** Reply of operations that sign a person in. */
export const SignedIn = Type.Object({
  user: field(User, 'The account.'),
  session: field(Session, 'The new session.'),
  token: SessionToken,
})
