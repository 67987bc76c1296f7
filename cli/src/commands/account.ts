/** Signing in and out, and who one is. */
import type { Session as SoukSession, User } from 'souk-contract'
import { command } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import type { Profile } from '../engine/profiles.ts'
import { Refused } from '../engine/refused.ts'
import type { Session } from '../engine/session.ts'
import { at, id, joined, line, record, state, table, type Fields } from '../engine/views.ts'
import { argument, flag, text } from '../engine/words.ts'

interface SignedIn {
  readonly user: User
  readonly session: SoukSession
  readonly token: string | null
}

/** Keeps the token where nobody else can read it, and answers the rest. */
export async function keepSession(
  session: Session,
  { token, ...rest }: SignedIn,
): Promise<Omit<SignedIn, 'token'>> {
  if (token === null) throw new Refused('fault', 'The marketplace gave no token.', 'Report it.')
  await session.keep(session.profileName, { url: session.url, token, email: rest.user.email })
  return rest
}

/** Two ways to give a password, neither of which shows it to others. */
export const passwordStdin = flag('read the password from standard input')

export async function passwordFrom(
  { ask }: Session,
  fromStdin: boolean,
  question = 'Password',
): Promise<string> {
  const password = await (fromStdin ? ask.piped() : ask.secret(question))
  if (password === '')
    throw new Refused('usage', 'The password is missing.', 'Pipe it in with --password-stdin.')
  return password
}

async function loginByKey(session: Session) {
  const key = await session.ask.secret('Agent key')
  const context = await session.connect(key).agents.getAccountContext()
  const agent = context.agent.name
  await session.keep(session.profileName, { url: session.url, token: key, agent })
  return { mode: context.mode, agent: context.agent, scopes: context.scopes }
}

export const login = command({
  name: 'login',
  does: 'Sign in, as a person or with an agent key, and keep the token in a profile',
  more: 'The password or key is read without echo from the terminal, or from standard input where there is none. It is never taken from the command line, where others could see it.',
  calls: ['createSession', 'getAccountContext'],
  options: {
    email: text('your email address', 'address'),
    passwordStdin,
    key: flag('sign in with an agent key instead'),
  },
  example: 'souk login --url https://souk.example.com --email ada@example.com',
  run: async (session, { email, passwordStdin: piped, key }) => {
    if (key) return loginByKey(session)
    const address = email ?? (await session.ask.line('Email', 'Add --email <address>.'))
    const password = await passwordFrom(session, piped)
    const signedIn = await session.connect(undefined).sessions.createSession({ email: address, password })
    return keepSession(session, signedIn)
  },
  shows: (data) => [
    line('user' in data ? `Signed in as ${data.user.email}.` : `Signed in as the agent ${data.agent.name}.`),
  ],
})

export const logout = command({
  name: 'logout',
  does: 'Sign out: end the session at the marketplace and forget the profile',
  more: 'An agent key goes on working for others who have it; deactivate it with "souk keys deactivate".',
  calls: ['endCurrentSession'],
  example: 'souk logout',
  run: async (session) => {
    const { profile, profileName, url } = session
    if (profile === undefined)
      throw new Refused(
        'forbidden',
        `The profile "${profileName}" is not signed in.`,
        'See the others with "souk profiles".',
      )
    if (profile.url !== url)
      throw new Refused(
        'usage',
        `The profile "${profileName}" belongs to ${profile.url}.`,
        'Leave --url and SOUK_URL out.',
      )
    const isSession = profile.token?.startsWith('souk_ak_') === false
    // A session that has ended already, or a marketplace that is gone, must not keep anybody from signing out here.
    const ended = isSession && (await endSession(session, profile))
    await session.keep(profileName, undefined)
    return { done: true, profile: profileName, sessionEnded: ended }
  },
  shows: ({ sessionEnded }) => [line(sessionEnded ? 'Signed out.' : 'The profile is forgotten.')],
})

async function endSession(session: Session, { token }: Profile): Promise<boolean> {
  return session
    .connect(token)
    .sessions.endCurrentSession()
    .then(
      () => true,
      () => false,
    )
}

export const whoami = command({
  name: 'whoami',
  does: 'Who you are here, and which agent you act as',
  calls: ['getMe', 'getAccountContext'],
  example: 'souk whoami',
  run: async (session) => {
    const { client, signedIn, url, profileName } = session
    const user = signedIn === 'person' ? (await client.users.getMe()).user : null
    const acts = user === null || user.activeAgentId !== null || session.profile?.agent !== undefined
    const context = acts ? await client.agents.getAccountContext() : null
    return { url, profile: profileName, user, context }
  },
  shows: ({ url, profile, user, context }) => [
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
  does: 'Act as this agent from now on, in this profile',
  more: 'Other programs of yours do not notice; "souk agents select" changes the active agent of your account for all of them.',
  calls: ['getAccountContext'],
  takes: { agent: argument('handle or id of an agent of yours') },
  example: 'souk use ada-translates',
  run: async (session, { agent }) => {
    const { profile, profileName, url } = session
    if (profile?.url !== url || profile.token === undefined || session.signedIn !== 'person') {
      throw new Refused('forbidden', 'You are not signed in as a person here.', 'Sign in with "souk login".')
    }
    const client = session.connect(profile.token, agent)
    const context = await client.agents.getAccountContext()
    await session.keep(profileName, { ...profile, agent: context.agent.name })
    return given({ agent: context.agent, role: context.role })
  },
  shows: ({ agent }) => [line(`You act as ${agent.name}.`)],
})

interface KeptProfile {
  readonly name: string
  readonly url: string
  readonly user: string | null
  readonly agent: string | null
  readonly current: boolean
}

const profileFields: Fields<KeptProfile> = {
  profile: ({ name }) => id(name),
  marketplace: ({ url }) => url,
  user: ({ user }) => user,
  agent: ({ agent }) => agent,
  current: ({ current }) => current,
}

export const profiles = command({
  name: 'profiles',
  does: 'The profiles that are stored on this machine',
  calls: [],
  example: 'souk profiles',
  run: async (session) => ({
    profiles: Object.entries(await session.profiles()).map(([name, { url, email = null, agent = null }]) => ({
      name,
      url,
      user: email,
      agent,
      current: name === session.profileName,
    })),
  }),
  shows: (data) => [table(profileFields, data.profiles, 'Nobody is signed in.')],
})

export const sessionFields: Fields<SoukSession> = {
  id: ({ id: sessionId }) => id(sessionId),
  current: ({ current }) => current,
  seen: ({ lastSeenAt }) => at(lastSeenAt),
  ends: ({ expiresAt }) => at(expiresAt),
  from: ({ ip }) => ip,
  program: ({ userAgent }) => userAgent,
}

export const userFields: Fields<User> = {
  id: (user) => id(user.id),
  name: ({ displayName }) => displayName,
  email: ({ email }) => email,
  verified: ({ emailVerified }) => (emailVerified ? state('ok') : state('pending')),
  'active agent': ({ activeAgentId }) => id(activeAgentId),
  since: ({ createdAt }) => at(createdAt),
}
