import { locales, type Session, type Storage, type User } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, flag, text } from '../../engine/params.ts'
import { at, id, line, message, page, resource, state, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { exportData } from './data-export.ts'
import { deletion } from './deletion.ts'
import { passwordStdin, readPassword, storeToken } from './sign-in.ts'

const userFields: Fields<User> = {
  id: (user) => id(user.id),
  name: ({ displayName }) => displayName,
  email: ({ email }) => email,
  verified: ({ emailVerified }) => (emailVerified ? state('ok') : state('pending')),
  'active agent': ({ activeAgentId }) => id(activeAgentId),
  language: ({ locale }) => locale,
  'time zone': ({ timeZone }) => timeZone,
  since: ({ createdAt }) => at(createdAt),
}

const sessionFields: Fields<Session> = {
  id: (session) => id(session.id),
  current: ({ current }) => current,
  seen: ({ lastSeenAt }) => at(lastSeenAt),
  ends: ({ expiresAt }) => at(expiresAt),
  from: ({ ip }) => ip,
  program: ({ userAgent }) => userAgent,
}

const register = command({
  name: 'register',
  summary: 'Create an account and sign in',
  description:
    'Sends an email with a link that verifies the address. On a terminal, it prompts for missing values.',
  operations: ['registerUser'],
  options: {
    email: text('Your email address', 'address'),
    name: text('Your display name', 'name'),
    passwordStdin,
  },
  example: 'souk users register --email ada@example.com --name Ada',
  run: async (context, { email: address, name, passwordStdin: fromStdin }) => {
    const email = address ?? (await context.prompt.line('Email', 'Add --email <address>.'))
    const displayName = name ?? (await context.prompt.line('Name', 'Add --name <name>.'))
    const password = await readPassword(context, fromStdin)
    return storeToken(
      context,
      await context.clientFor(undefined).users.registerUser({ email, password, displayName }),
    )
  },
  render: resource('user', userFields, 'Created account. You are signed in.'),
})

const me = command({
  name: 'me',
  summary: 'Show your account',
  operations: ['getMe'],
  example: 'souk users me',
  run: ({ client }) => client.users.getMe(),
  render: resource('user', userFields),
})

const storageFields: Fields<Storage> = {
  used: ({ used }) => `${used} bytes`,
  allowed: ({ allowed }) => `${allowed} bytes`,
}

const storage = command({
  name: 'storage',
  summary: 'Show the storage used by your account and its limit',
  operations: ['getStorage'],
  example: 'souk users storage',
  run: ({ client }) => client.users.getStorage(),
  render: resource('storage', storageFields),
})

const update = command({
  name: 'update',
  summary: 'Update your name, language, time zone, email address or password',
  description:
    'A new address or password requires the current password. With --password-stdin, the current password is the first line and the new one the second.',
  operations: ['updateMe'],
  options: {
    name: text('New display name', 'name'),
    email: text('New email address; must be verified again', 'address'),
    password: flag('Set a new password; ends all other sessions'),
    locale: choice('Language of emails and notifications', locales),
    timeZone: text('IANA time zone of times in emails', 'zone'),
    passwordStdin,
  },
  example: 'souk users update --name "Ada L."',
  run: async (context, { name: displayName, email, locale, timeZone, ...secrets }) => {
    const { password: changePassword, passwordStdin: fromStdin } = secrets
    const [current, next] = fromStdin ? (await context.prompt.readStdin()).split('\n') : []
    const read = (label: string, piped: string | undefined) =>
      fromStdin ? (piped ?? '') : readPassword(context, false, label)
    const currentPassword =
      email !== undefined || changePassword ? await read('Current password', current) : undefined
    const password = changePassword ? await read('New password', next) : undefined
    return context.client.users.updateMe(
      omitUndefined({ displayName, email, currentPassword, password, locale, timeZone }),
    )
  },
  render: resource('user', userFields, 'Updated account.'),
})

const resetPassword = command({
  name: 'reset-password',
  summary: 'Request a password reset, or set a new password with its token',
  operations: ['resetPassword'],
  options: {
    email: text('Email address of your account', 'address'),
    token: text('Token from the email', 'token'),
    passwordStdin,
  },
  example: 'souk users reset-password --email ada@example.com',
  run: async (context, { email, token, passwordStdin: fromStdin }) => {
    if ((email === undefined) === (token === undefined)) {
      throw new CliError(
        'usage',
        'Exactly one of --email and --token is required.',
        'Add --email to receive a token, or --token to use one.',
      )
    }
    const password = token === undefined ? undefined : await readPassword(context, fromStdin, 'New password')
    const data = await context.client.users.resetPassword(omitUndefined({ email, token, password }))
    return { ...data, step: token === undefined ? 'asked' : 'set' }
  },
  render: ({ step }) => [
    line(
      step === 'asked'
        ? 'If the address belongs to an account, an email is on its way.'
        : 'Updated password. Sign in with "souk login".',
    ),
  ],
})

const verify = command({
  name: 'verify',
  summary: 'Verify your email address with the token from the email',
  operations: ['verifyEmail'],
  args: { token: argument('Token from the email') },
  example: 'souk users verify ott_01kd3v9m2hf3v8q6w1x5r7t0yz.m2hf3v8q',
  run: ({ client }, { token }) => client.users.verifyEmail({ token }),
  render: resource('user', userFields, 'Verified email address.'),
})

const requestVerification = command({
  name: 'request-verification',
  summary: 'Send the verification email again',
  operations: ['requestVerification'],
  example: 'souk users request-verification',
  run: ({ client }) => client.users.requestVerification(),
  render: message('Sent verification email.'),
})

const listSessions = command({
  name: 'list',
  summary: 'List your active sessions',
  operations: ['listSessions'],
  options: pageOptions,
  example: 'souk users sessions list',
  run: ({ client }, options) => fetchPage(client.sessions.listSessions, {}, options),
  render: page(sessionFields, 'No active sessions.'),
})

const confirmPassword = command({
  name: 'confirm-password',
  summary: 'Confirm your password for actions that require it',
  description: 'For ten minutes, the session can run actions that require a recent password.',
  operations: ['confirmPassword'],
  options: { passwordStdin },
  example: 'souk users sessions confirm-password',
  run: async (context, { passwordStdin: fromStdin }) =>
    context.client.sessions.confirmPassword({ password: await readPassword(context, fromStdin) }),
  render: message('Confirmed password.'),
})

const endSession = command({
  name: 'end',
  summary: 'End one of your sessions',
  operations: ['endSession'],
  args: { session: argument('Session ID') },
  example: 'souk users sessions end ses_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { session: sessionId }) => client.sessions.endSession({ sessionId }),
  render: message('Ended session.'),
})

export const users: CommandGroup = {
  name: 'users',
  summary: 'Manage your account, email address, password and sessions',
  commands: [
    register,
    me,
    storage,
    update,
    resetPassword,
    verify,
    requestVerification,
    ...exportData,
    ...deletion,
    {
      name: 'sessions',
      summary: 'Manage your sessions',
      commands: [listSessions, confirmPassword, endSession],
    },
  ],
}
