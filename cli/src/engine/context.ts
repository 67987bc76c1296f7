/** Context of a command: API client, acting agent, profile, prompt and output. */
import { createClient, type Client } from 'souk-sdk'
import type { Output } from '../terminal/output.ts'
import type { Prompt } from '../terminal/prompt.ts'
import { CliError } from './errors.ts'
import { readProfiles, writeProfiles, type Environment, type Profile, type Profiles } from './profiles.ts'

export interface CommandContext extends Output {
  readonly client: Client
  /** Origin of the marketplace. */
  readonly url: string
  /** Kind of the token that calls carry. */
  readonly signedInAs: 'none' | 'person' | 'key'
  readonly profileName: string
  readonly profile: Profile | undefined
  readonly environment: Environment
  readonly prompt: Prompt
  /** Aborts on Ctrl-C and termination signals. */
  readonly signal: AbortSignal
  /** Returns the handle or id of the acting agent; fetched once if neither options nor profile name it. */
  actingAgent(): Promise<string>
  readProfiles(): Promise<Profiles>
  /** Stores a profile; undefined removes it. */
  saveProfile(name: string, profile: Profile | undefined): Promise<void>
  /** Creates a client of the same marketplace with another token or acting agent. */
  clientFor(token: string | undefined, agent?: string): Client
}

export interface GlobalOptions {
  readonly url: string | undefined
  readonly profile: string | undefined
  readonly agent: string | undefined
}

interface ContextOptions {
  readonly environment: Environment
  readonly profileFile: string
  readonly output: Output
  readonly prompt: Prompt
  readonly signal: AbortSignal
}

const defaultUrl = 'http://localhost:4000'

export async function createContext(
  globals: GlobalOptions,
  { environment, profileFile, output, prompt, signal }: ContextOptions,
): Promise<CommandContext> {
  const profiles = await readProfiles(profileFile)
  const profileName = globals.profile ?? nonEmpty(environment['SOUK_PROFILE']) ?? 'default'
  const profile = profiles[profileName]
  const url = parseOrigin(globals.url ?? nonEmpty(environment['SOUK_URL']) ?? profile?.url ?? defaultUrl)
  // A stored token is only ever sent to the marketplace that issued it, even if --url names another.
  const matching = profile?.url === url ? profile : undefined
  const environmentToken = nonEmpty(environment['SOUK_TOKEN'])
  const token = environmentToken ?? matching?.token
  const isKey = token?.startsWith('souk_ak_') === true
  const explicitAgent = globals.agent ?? nonEmpty(environment['SOUK_AGENT'])
  const profileAgent = environmentToken === undefined ? matching?.agent : undefined
  const clientFor = (bearer: string | undefined, agent?: string) =>
    createClient({ baseUrl: `${url}/api`, token: bearer, agent })
  const client = clientFor(token, explicitAgent ?? (isKey ? undefined : profileAgent))
  let fetchedAgent: Promise<string> | undefined
  return {
    ...output,
    client,
    url,
    signedInAs: token === undefined ? 'none' : isKey ? 'key' : 'person',
    profileName,
    profile,
    environment,
    prompt,
    signal,
    actingAgent: async () => {
      const known = explicitAgent ?? profileAgent
      if (known !== undefined) return known
      fetchedAgent ??= client.agents.getMyAgent().then(({ agent }) => agent.name)
      return fetchedAgent
    },
    readProfiles: () => readProfiles(profileFile),
    saveProfile: async (name, changed) => {
      const { [name]: _previous, ...others } = await readProfiles(profileFile)
      await writeProfiles(profileFile, changed === undefined ? others : { ...others, [name]: changed })
    },
    clientFor,
  }
}

function nonEmpty(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value
}

/** Reduces an address to its origin, so that the base URL of the API works too. */
function parseOrigin(input: string): string {
  const invalid = () =>
    new CliError('usage', `"${input}" is not a valid address.`, `Enter an address such as ${defaultUrl}.`)
  try {
    const { protocol, origin } = new URL(input)
    if (protocol === 'http:' || protocol === 'https:') return origin
  } catch {
    throw invalid()
  }
  throw invalid()
}
