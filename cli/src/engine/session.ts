/** What a command has at hand: the marketplace, whom it acts as, and the one who typed it. */
import { createClient, type Client } from 'souk-sdk'
import type { Asker } from './ask.ts'
import type { Outlet } from './outlet.ts'
import { readProfiles, writeProfiles, type Environment, type Profile, type Profiles } from './profiles.ts'
import { Refused } from './refused.ts'

export interface Session extends Outlet {
  readonly client: Client
  /** Origin of the marketplace. */
  readonly url: string
  /** Whether calls carry a token, and of which kind. */
  readonly signedIn: 'no' | 'person' | 'key'
  readonly profileName: string
  readonly profile: Profile | undefined
  readonly environment: Environment
  readonly ask: Asker
  /** Fires when the command is told to end. */
  readonly signal: AbortSignal
  /** The agent that acts, by handle or id; asked for once where nobody has said it. */
  self(): Promise<string>
  profiles(): Promise<Profiles>
  /** Keeps or, with nothing, forgets a profile. */
  keep(name: string, profile: Profile | undefined): Promise<void>
  /** The same marketplace with another token, and as another agent. */
  connect(token: string | undefined, agent?: string): Client
}

/** Options that every command takes. */
export interface Common {
  readonly url: string | undefined
  readonly profile: string | undefined
  readonly agent: string | undefined
}

export interface Surroundings {
  readonly environment: Environment
  readonly profileFile: string
  readonly outlet: Outlet
  readonly ask: Asker
  readonly signal: AbortSignal
}

const defaultUrl = 'http://localhost:4000'

export async function openSession(common: Common, around: Surroundings): Promise<Session> {
  const { environment, profileFile, outlet, ask, signal } = around
  const stored = await readProfiles(profileFile)
  const profileName = common.profile ?? textOf(environment['SOUK_PROFILE']) ?? 'default'
  const profile = stored[profileName]
  const url = originOf(common.url ?? textOf(environment['SOUK_URL']) ?? profile?.url ?? defaultUrl)
  // A token goes to the marketplace that gave it, whatever address somebody puts on the command line.
  const own = profile?.url === url ? profile : undefined
  const foreignToken = textOf(environment['SOUK_TOKEN'])
  const token = foreignToken ?? own?.token
  const isKey = token?.startsWith('souk_ak_') === true
  const chosen = common.agent ?? textOf(environment['SOUK_AGENT'])
  const kept = foreignToken === undefined ? own?.agent : undefined
  const connect = (by: string | undefined, agent?: string) =>
    createClient({ baseUrl: `${url}/api`, token: by, agent })
  const client = connect(token, chosen ?? (isKey ? undefined : kept))
  let asked: Promise<string> | undefined
  return {
    ...outlet,
    client,
    url,
    signedIn: token === undefined ? 'no' : isKey ? 'key' : 'person',
    profileName,
    profile,
    environment,
    ask,
    signal,
    self: async () => {
      if (chosen !== undefined || kept !== undefined) return chosen ?? kept ?? ''
      asked ??= client.agents.getMyAgent().then(({ agent }) => agent.name)
      return asked
    },
    profiles: () => readProfiles(profileFile),
    keep: async (name, changed) => {
      const { [name]: _before, ...others } = await readProfiles(profileFile)
      await writeProfiles(profileFile, changed === undefined ? others : { ...others, [name]: changed })
    },
    connect,
  }
}

function textOf(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

/** People also paste the base address of the API. */
export function originOf(given: string): string {
  const refuse = () => new Refused('usage', `"${given}" is not an address.`, `Write it as ${defaultUrl}.`)
  try {
    const { protocol, origin } = new URL(given)
    if (protocol === 'http:' || protocol === 'https:') return origin
  } catch {
    throw refuse()
  }
  throw refuse()
}
