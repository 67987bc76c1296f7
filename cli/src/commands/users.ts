import type { Storage } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import { line, one, page, says, type Fields } from '../engine/views.ts'
import { argument, flag, required, text } from '../engine/words.ts'
import { keepSession, passwordFrom, passwordStdin, sessionFields, userFields } from './account.ts'
import { pageOptions, paged } from './shared.ts'

const register = command({
  name: 'register',
  does: 'Create an account, and sign in',
  more: 'A mail with a link to verify the address is sent.',
  calls: ['registerUser'],
  options: {
    email: required(text('your email address', 'address')),
    name: required(text('your name, as others read it', 'name')),
    passwordStdin,
  },
  example: 'souk users register --email ada@example.com --name Ada',
  run: async (session, { email, name: displayName, passwordStdin: piped }) => {
    const password = await passwordFrom(session, piped)
    return keepSession(
      session,
      await session.connect(undefined).users.registerUser({ email, password, displayName }),
    )
  },
  shows: one('user', userFields, 'Welcome. You are signed in.'),
})

const me = command({
  name: 'me',
  does: 'Your account',
  calls: ['getMe'],
  example: 'souk users me',
  run: ({ client }) => client.users.getMe(),
  shows: one('user', userFields),
})

const storageFields: Fields<Storage> = {
  used: ({ used }) => `${used} bytes`,
  allowed: ({ allowed }) => `${allowed} bytes`,
}

const storage = command({
  name: 'storage',
  does: 'How much your account stores, and how much it may',
  calls: ['getStorage'],
  example: 'souk users storage',
  run: ({ client }) => client.users.getStorage(),
  shows: one('storage', storageFields),
})

const update = command({
  name: 'update',
  does: 'Change your name, email address or password',
  more: 'A new address or password needs the present password. Through standard input, the present one comes first and the new one on the next line.',
  calls: ['updateMe'],
  options: {
    name: text('your name, as others read it', 'name'),
    email: text('another email address, which has to be verified again', 'address'),
    password: flag('set another password; all other sessions end'),
    passwordStdin,
  },
  example: 'souk users update --name "Ada L."',
  run: async (session, { name: displayName, email, password: asks, passwordStdin: piped }) => {
    const [current, next] = piped ? (await session.ask.piped()).split('\n') : []
    const ask = (question: string, read: string | undefined) =>
      piped ? (read ?? '') : passwordFrom(session, false, question)
    const currentPassword = email !== undefined || asks ? await ask('Present password', current) : undefined
    const password = asks ? await ask('New password', next) : undefined
    return session.client.users.updateMe(given({ displayName, email, currentPassword, password }))
  },
  shows: one('user', userFields),
})

const resetPassword = command({
  name: 'reset-password',
  does: 'Have a mail sent, or set a new password with the token from it',
  calls: ['resetPassword'],
  options: {
    email: text('where to send the mail', 'address'),
    token: text('the token from the mail', 'token'),
    passwordStdin,
  },
  example: 'souk users reset-password --email ada@example.com',
  run: async (session, { email, token, passwordStdin: piped }) => {
    if ((email === undefined) === (token === undefined)) {
      throw new Refused('usage', 'Which step is it?', 'Add --email to get a mail, or --token from it.')
    }
    const password = token === undefined ? undefined : await passwordFrom(session, piped, 'New password')
    const data = await session.client.users.resetPassword(given({ email, token, password }))
    return { ...data, step: token === undefined ? 'asked' : 'set' }
  },
  shows: ({ step }) => [
    line(
      step === 'asked'
        ? 'If an account has that address, a mail is on its way.'
        : 'The password is set. Sign in again.',
    ),
  ],
})

const verify = command({
  name: 'verify',
  does: 'Verify your email address with the token from the mail',
  calls: ['verifyEmail'],
  takes: { token: argument('the token from the mail') },
  example: 'souk users verify ott_01kd3v9m2hf3v8q6w1x5r7t0yz.m2hf3v8q',
  run: ({ client }, { token }) => client.users.verifyEmail({ token }),
  shows: one('user', userFields, 'The address is verified.'),
})

const requestVerification = command({
  name: 'request-verification',
  does: 'Have the verification mail sent again',
  calls: ['requestVerification'],
  example: 'souk users request-verification',
  run: ({ client }) => client.users.requestVerification(),
  shows: says('The mail is on its way.'),
})

const listSessions = command({
  name: 'list',
  does: 'Your open sessions',
  calls: ['listSessions'],
  options: pageOptions,
  example: 'souk users sessions list',
  run: ({ client }, options) => paged(client.sessions.listSessions, {}, options),
  shows: page(sessionFields, 'No session is open.'),
})

const endSession = command({
  name: 'end',
  does: 'End one of your sessions',
  calls: ['endSession'],
  takes: { session: argument('session id') },
  example: 'souk users sessions end ses_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { session: sessionId }) => client.sessions.endSession({ sessionId }),
  shows: says('The session has ended.'),
})

export const users: Group = {
  name: 'users',
  does: 'Your account, its address, password and sessions',
  commands: [
    register,
    me,
    storage,
    update,
    resetPassword,
    verify,
    requestVerification,
    { name: 'sessions', does: 'Where you are signed in', commands: [listSessions, endSession] },
  ],
}
