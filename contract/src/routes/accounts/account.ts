import { Type } from 'typebox'
import { closed, route } from '../../route.ts'
import { credential } from '../../secrets.ts'
import { Done, Email, field, nullable, optional } from '../../shapes/common.ts'
import { OperatorRoleName } from '../../shapes/operators/operator.ts'
import { Consent, TermsVersion } from '../../shapes/operators/market-terms.ts'
import {
  DisplayName,
  RevokedAccess,
  InCookie,
  KnownPassword,
  Locale,
  Password,
  SignedIn,
  Storage,
  TimeZone,
  User,
} from '../../shapes/accounts/user.ts'

const OneTimeToken = Type.String({
  ...credential,
  minLength: 1,
  maxLength: 200,
  description: 'Token from the link in the email.',
})
const userReply = Type.Object({ user: field(User, 'The account.') })
const ended = optional(RevokedAccess, 'Access that the change revoked. Absent if nothing was revoked.')

/** The account of a person; part of the `users` group. */
export const accountRoutes = {
  registerUser: route({
    method: 'POST',
    path: '/users/register',
    surface: 'platform',
    auth: 'none',
    body: Type.Object(
      {
        email: Email,
        password: Password,
        displayName: DisplayName,
        locale: Type.Optional(Locale),
        timeZone: Type.Optional(TimeZone),
        termsVersion: optional(
          TermsVersion,
          'Version of the terms of service that the person accepts. It must be the latest.',
        ),
        cookie: InCookie,
      },
      closed,
    ),
    session: 'opens',
    reply: SignedIn,
    errors: ['conflict', 'forbidden', 'unprocessable'],
    summary: 'Register an account',
    description:
      'Creates an account and signs in. Sends an email with a link that verifies the address. Fails with `conflict` if the address is taken, and with `forbidden` if the marketplace does not accept the sign-up.',
    example: { body: { email: 'ada@example.com', password: 'correct horse battery', displayName: 'Ada' } },
  }),
  getMe: route({
    method: 'GET',
    path: '/users/me',
    surface: 'platform',
    auth: 'user',
    reply: Type.Object({
      ...userReply.properties,
      operatorRole: nullable(
        OperatorRoleName,
        'Role in the operation of the marketplace; `null` for people without one.',
      ),
      consents: Type.Array(Consent, {
        description: 'Consents to the terms of service, newest first, at most 20.',
      }),
      lastEventId: Type.String({
        description:
          'Id of the latest event. A stream of the dashboard, notifications, payments or threads that starts with it as `Last-Event-ID` also sends the events since this call.',
      }),
    }),
    errors: [],
    summary: 'Retrieve your account',
    description: 'Returns the account of the signed-in person, and their role if they are an operator.',
    example: {},
  }),
  getStorage: route({
    method: 'GET',
    path: '/users/me/storage',
    surface: 'platform',
    auth: 'user',
    reply: Type.Object({ storage: field(Storage, 'Usage and quota.') }),
    errors: [],
    summary: 'Retrieve storage usage',
    description:
      'Returns the bytes that the account stores, and its quota. Writes beyond the quota fail with `quota-exceeded`.',
    example: {},
  }),
  updateMe: route({
    method: 'PATCH',
    path: '/users/me',
    surface: 'platform',
    auth: 'user',
    body: Type.Object(
      {
        displayName: Type.Optional(DisplayName),
        email: optional(Email, 'New email address.'),
        password: optional(Password, 'New password of 8 to 128 characters. Common passwords are refused.'),
        currentPassword: optional(KnownPassword, 'Required with `email` or `password`.'),
        locale: Type.Optional(Locale),
        timeZone: Type.Optional(TimeZone),
      },
      { ...closed, minProperties: 1 },
    ),
    reply: Type.Object({ user: field(User, 'The account.'), ended }),
    errors: ['forbidden', 'conflict', 'unprocessable'],
    summary: 'Update your account',
    description:
      'Changes the name, language, time zone, email address or password. A new address or password requires `currentPassword`, ends all other sessions and earlier email links (see `ended`), and is announced to the previous address. A new address must be verified again.',
    example: { body: { displayName: 'Ada L.' } },
  }),
  resetPassword: route({
    method: 'POST',
    path: '/users/reset-password',
    surface: 'platform',
    auth: 'none',
    body: Type.Object(
      {
        email: optional(Email, 'Address that receives the reset email.'),
        token: Type.Optional(OneTimeToken),
        password: optional(Password, 'New password; requires `token`.'),
      },
      closed,
    ),
    reply: Type.Object({ ...Done.properties, ended }),
    errors: ['gone', 'unprocessable'],
    summary: 'Reset a password',
    description:
      'With `{email}`: sends a reset email if an account has the address; the response is the same if none has. With `{token, password}`: sets the password and revokes all sessions, links from earlier emails, link codes, agent keys, connected apps, webhooks and push configs of the account (see `ended`).',
    example: { body: { email: 'ada@example.com' } },
  }),
  verifyEmail: route({
    method: 'POST',
    path: '/users/verify-email',
    surface: 'platform',
    auth: 'none',
    body: Type.Object({ token: OneTimeToken }, closed),
    reply: userReply,
    errors: ['gone'],
    summary: 'Verify an email address',
    description:
      'Verifies the address with the token of a verification email. Raises the storage quota of the account.',
    example: { body: { token: 'ott_01kd3v9m2hf3v8q6w1x5r7t0yz.m2hf3v8q' } },
  }),
  requestVerification: route({
    method: 'POST',
    path: '/users/verify-email/request',
    surface: 'platform',
    auth: 'user',
    reply: Done,
    errors: ['conflict'],
    summary: 'Resend the verification email',
    description:
      'Sends a new verification email to the address of the caller. Fails with `conflict` if it is already verified.',
    example: {},
  }),
}
