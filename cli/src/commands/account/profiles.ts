/** Profiles: named marketplaces with the credentials for them. */
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { CliError } from '../../engine/errors.ts'
import { argument, flag } from '../../engine/params.ts'
import type { Profile } from '../../engine/profiles.ts'
import { id, line, table, type Fields } from '../../terminal/views.ts'

interface ProfileRow {
  readonly name: string
  readonly url: string
  readonly user: string | null
  readonly agent: string | null
  readonly current: boolean
}

const profileFields: Fields<ProfileRow> = {
  profile: ({ name }) => id(name),
  marketplace: ({ url }) => url,
  user: ({ user }) => user,
  agent: ({ agent }) => agent,
  current: ({ current }) => current,
}

const profile = argument('Name of the profile')

async function requireProfile(context: CommandContext, name: string): Promise<Profile> {
  const { profiles: stored } = await context.readProfiles()
  const found = Object.hasOwn(stored, name) ? stored[name] : undefined
  if (found !== undefined) return found
  throw new CliError(
    'notFound',
    `Profile "${name}" does not exist.`,
    'List profiles with "souk profiles list".',
  )
}

const listProfiles = command({
  name: 'list',
  summary: 'List the profiles stored on this machine',
  operations: [],
  example: 'souk profiles list',
  run: async (context) => ({
    profiles: Object.entries((await context.readProfiles()).profiles).map(
      ([name, { url, email = null, agent = null }]) => ({
        name,
        url,
        user: email,
        agent,
        current: name === context.profileName,
      }),
    ),
  }),
  render: (data) => [table(profileFields, data.profiles, 'No profiles. Sign in with "souk login".')],
})

const add = command({
  name: 'add',
  summary: 'Add a profile for a marketplace',
  description:
    'The address is that of --url. With --key, an agent key is read from the terminal without echo, or from standard input if there is no terminal, and checked. Without --key, sign in with "souk login --profile <name>".',
  operations: ['getAccountContext'],
  args: { profile },
  options: { key: flag('Store an agent key') },
  example: 'souk profiles add work --url https://souk.example.com --key',
  run: async (context, { profile: name, key: withKey }) => {
    const { url } = context
    if (Object.hasOwn((await context.readProfiles()).profiles, name))
      throw new CliError(
        'conflict',
        `Profile "${name}" already exists.`,
        `Remove it with "souk profiles remove ${name}".`,
      )
    if (!withKey) {
      await context.saveProfile(name, { url })
      return { profile: name, url, agent: null }
    }
    const token = await context.prompt.secret('Agent key')
    const { agent } = await context.clientFor(token).agents.getAccountContext()
    await context.saveProfile(name, { url, token, agent: agent.name })
    return { profile: name, url, agent: agent.name }
  },
  render: ({ profile: name, agent }) => [
    line(agent === null ? `Added profile ${name}.` : `Added profile ${name} for agent ${agent}.`),
  ],
})

const use = command({
  name: 'use',
  summary: 'Set the profile that commands use by default',
  description: '--profile and SOUK_PROFILE take precedence.',
  operations: [],
  args: { profile },
  example: 'souk profiles use work',
  run: async (context, { profile: name }) => {
    const { url } = await requireProfile(context, name)
    await context.selectProfile(name)
    return { profile: name, url }
  },
  render: ({ profile: name, url }) => [line(`Using profile ${name} (${url}).`)],
})

const remove = command({
  name: 'remove',
  summary: 'Remove a profile and its credentials from this machine',
  description: 'Sessions and keys stay valid. "souk logout" also ends the session.',
  operations: [],
  args: { profile },
  example: 'souk profiles remove work',
  confirm: ({ profile: name }) => `Remove profile ${name} and its credentials?`,
  run: async (context, { profile: name }) => {
    await requireProfile(context, name)
    await context.saveProfile(name, undefined)
    return { done: true, profile: name }
  },
  render: ({ profile: name }) => [line(`Removed profile ${name}.`)],
})

export const profiles: CommandGroup = {
  name: 'profiles',
  summary: 'Manage profiles: marketplaces and the credentials for them',
  commands: [listProfiles, add, use, remove],
}
