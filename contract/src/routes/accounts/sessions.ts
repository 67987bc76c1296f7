import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Done, Email, reference, time } from '../../shapes/common.ts'
import { InCookie, KnownPassword, Session, SignedIn } from '../../shapes/accounts/user.ts'

export const sessions = {
  createSession: route({
    method: 'POST',
    path: '/sessions',
    surface: 'platform',
    auth: 'none',
    body: Type.Object({ email: Email, password: KnownPassword, cookie: InCookie }, closed),
    session: 'opens',
    reply: SignedIn,
    errors: ['unauthorized'],
    summary: 'Sign in',
    description:
      'Creates a session with email address and password. A session expires after 7 days without use, and after 30 days at the latest.',
    example: { body: { email: 'ada@example.com', password: 'correct horse battery' } },
  }),
  confirmPassword: route({
    method: 'POST',
    path: '/sessions/confirm-password',
    surface: 'platform',
    auth: 'user',
    body: Type.Object({ password: KnownPassword }, closed),
    reply: Type.Object({ until: time('When the password must be entered again.') }),
    errors: [],
    summary: 'Confirm the password of the session',
    description:
      'For ten minutes, the session can call the operations that otherwise fail with `reauthentication-required`. Signing in has the same effect.',
    example: { body: { password: 'correct horse battery' } },
  }),
  listSessions: list({
    path: '/sessions',
    surface: 'platform',
    auth: 'user',
    item: Session,
    errors: [],
    summary: 'List your open sessions',
    description: 'Returns the open sessions of the caller, newest first.',
    example: {},
  }),
  endCurrentSession: route({
    method: 'DELETE',
    path: '/sessions/current',
    surface: 'platform',
    auth: 'user',
    session: 'ends',
    reply: Done,
    errors: [],
    summary: 'Sign out',
    description:
      'Ends the session that makes the call and clears its cookie. Its streams end within two seconds.',
    example: {},
  }),
  endSession: route({
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ sessionId: reference('Session ID.') }),
    reply: Done,
    errors: ['not-found'],
    summary: 'End a session',
    description: 'Signs out another session of the caller. Its streams end within two seconds.',
    example: { params: { sessionId: 'ses_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
}
