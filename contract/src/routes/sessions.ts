import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { Done, Email, reference } from '../shapes/common.ts'
import { InCookie, KnownPassword, Session, SessionToken, User } from '../shapes/user.ts'

export const sessions = {
  createSession: route({
    method: 'POST',
    path: '/sessions',
    surface: 'platform',
    auth: 'none',
    body: Type.Object({ email: Email, password: KnownPassword, cookie: InCookie }, closed),
    session: 'opens',
    reply: Type.Object({ user: User, session: Session, token: SessionToken }),
    errors: ['unauthorized'],
    summary: 'Sign in',
    description: 'A session ends after 7 days without use, and after 30 days in any case.',
    example: { body: { email: 'ada@example.com', password: 'correct horse battery' } },
  }),
  listSessions: list({
    path: '/sessions',
    surface: 'platform',
    auth: 'user',
    item: Session,
    errors: [],
    summary: 'The open sessions of the caller',
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
    example: {},
  }),
  endSession: route({
    method: 'DELETE',
    path: '/sessions/{sessionId}',
    surface: 'platform',
    auth: 'user',
    params: Type.Object({ sessionId: reference('Session id.') }),
    reply: Done,
    errors: ['not-found'],
    summary: 'End one session of the caller',
    example: { params: { sessionId: 'ses_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
  }),
}
