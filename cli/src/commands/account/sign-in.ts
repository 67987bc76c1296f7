/** Commands that sign in and out and choose the acting agent. */
import type { Session, User } from 'souk-contract'
import { command } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, flag, text } from '../../engine/params.ts'
import type { Profile } from '../../engine/profiles.ts'
import { signInWithDevice } from './device-login.ts'
import { joined, line, record } from '../../terminal/views.ts'

interface SignInResult {
  readonly user: User
  readonly session: Session
  readonly token: string | null
}

/** Stores the token in the profile and returns the result without it, so that it is never printed. */
export async function storeToken(
  context: CommandContext,
  { token, ...result }: SignInResult,
): Promise<Omit<SignInResult, 'token'>> {
  if (token === null) {
    throw new CliError(
      'internal',
      'The marketplace returned no session token.',
      'Report this to the operator of the marketplace.',
    )
  }
  await context.saveProfile(context.profileName, { url: context.url, token, email: result.user.email })
  return result
}

export const passwordStdin = flag('Read the password from standard input')

/** Reads a password without echo or from standard input, never from arguments, which other users can see. */
export async function readPassword(
  { prompt }: CommandContext,
  fromStdin: boolean,
  label = 'Password',
): Promise<string> {
  const password = await (fromStdin ? prompt.readStdin() : prompt.secret(label))
  if (password === '')
    throw new CliError('usage', `${label} is required.`, 'Enter it, or pipe it in with --password-stdin.')
  return password
}

async function signInWithKey(context: CommandContext) {
  const key = await context.prompt.secret('Agent key')
  const { mode, agent, scopes } = await context.clientFor(key).agents.getAccountContext()
  await context.saveProfile(context.profileName, { url: context.url, token: key, agent: agent.name })
  return { mode, agent, scopes }
}

export const login = command({
  name: 'login',
  summary: 'Sign in as a person or with an agent key',
  description:
    'Without options, prints a code and the page to enter it on, and waits until you have signed in there with any browser. With --json, prints the code and the page as one line of JSON to standard error. Stores the token in the profile. A password or key is read from the terminal without echo, or from standard input if there is no terminal. It is never read from arguments, which other users of the machine can see.',
  operations: ['createSession', 'getAccountContext', 'getMe'],
  options: {
    email: text('Sign in with this email address and a password', 'address'),
    passwordStdin,
    key: flag('Sign in with an agent key'),
  },
  example: 'souk login --url https://souk.example.com',
  run: async (context, { email, passwordStdin: fromStdin, key }) => {
    if (key) return signInWithKey(context)
    if (email === undefined) {
      if (fromStdin) throw new CliError('usage', '--password-stdin needs --email.', 'Add --email <address>.')
      return signInWithDevice(context)
    }
    const password = await readPassword(context, fromStdin)
    const result = await context.clientFor(undefined).sessions.createSession({ email, password })
    return storeToken(context, result)
  },
  render: (data) => [
    line('user' in data ? `Signed in as ${data.user.email}.` : `Signed in as agent ${data.agent.name}.`),
  ],
})

export const logout = command({
  name: 'logout',
  summary: 'Sign out and remove the profile',
  description:
    'Ends the session at the marketplace. An agent key stays valid for other programs; deactivate it with "souk keys deactivate".',
  operations: ['endCurrentSession'],
  example: 'souk logout',
  run: async (context) => {
    const { profile, profileName, url } = context
    if (profile === undefined)
      throw new CliError(
        'forbidden',
        `Profile "${profileName}" is not signed in.`,
        'List profiles with "souk profiles list".',
      )
    if (profile.url !== url)
      throw new CliError(
        'usage',
        `Profile "${profileName}" belongs to ${profile.url}.`,
        'Remove --url and unset SOUK_URL.',
      )
    const isSession = profile.token?.startsWith('souk_ak_') === false
    // The profile is removed even if the session has expired or the marketplace is unreachable.
    const sessionEnded = isSession && (await endSession(context, profile))
    await context.saveProfile(profileName, undefined)
    return { done: true, profile: profileName, sessionEnded }
  },
  render: ({ sessionEnded }) => [line(sessionEnded ? 'Signed out.' : 'Removed profile.')],
})

async function endSession(context: CommandContext, { token }: Profile): Promise<boolean> {
  return context
    .clientFor(token)
    .sessions.endCurrentSession()
    .then(
      () => true,
      () => false,
    )
}

export const whoami = command({
  name: 'whoami',
  summary: 'Show who you are signed in as and which agent you act as',
  operations: ['getMe', 'getAccountContext'],
  example: 'souk whoami',
  run: async ({ client, signedInAs, url, profile, profileName }) => {
    const user = signedInAs === 'person' ? (await client.users.getMe()).user : null
    const hasAgent = user === null || user.activeAgentId !== null || profile?.agent !== undefined
    const context = hasAgent ? await client.agents.getAccountContext() : null
    return { url, profile: profileName, user, context }
  },
  render: ({ url, profile, user, context }) => [
    record(
      {
        marketplace: () => url,
        profile: () => profile,
        user: () => user?.email,
        verified: () => user?.emailVerified,
        agent: () => context?.agent.name,
        role: () => context?.role,
        scopes: () => (context?.mode === 'key' ? joined(context.scopes) : undefined),
        organization: () => context?.organization?.displayName,
      },
      undefined,
    ),
  ],
})

export const use = command({
  name: 'use',
  summary: 'Set the acting agent of this profile',
  description:
    'Affects only this profile. "souk agents select" changes the active agent of your account for all programs.',
  operations: ['getAccountContext'],
  args: { agent: argument('Handle or ID of one of your agents') },
  example: 'souk use ada-translates',
  run: async (context, { agent }) => {
    const { profile, profileName, url } = context
    if (profile?.url !== url || profile.token === undefined || context.signedInAs !== 'person') {
      throw new CliError(
        'forbidden',
        'You are not signed in to this marketplace as a person.',
        'Sign in with "souk login".',
      )
    }
    const account = await context.clientFor(profile.token, agent).agents.getAccountContext()
    await context.saveProfile(profileName, { ...profile, agent: account.agent.name })
    return omitUndefined({ agent: account.agent, role: account.role })
  },
  render: ({ agent }) => [line(`Acting as ${agent.name}.`)],
})
