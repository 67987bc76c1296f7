/** Context of a command: API client, acting agent, profile, prompt and output. */
import { createClient, type Client } from 'souk-sdk'
import type { Output } from '../terminal/output.ts'
import type { InputStream, Prompt } from '../terminal/prompt.ts'
import { CliError } from './errors.ts'
import { readProfiles, writeProfiles, type Environment, type Profile, type ProfileFile } from './profiles.ts'

export interface CommandContext extends Output {
  readonly client: Client
  /** Origin of the marketplace. */
  readonly url: string
  /** Token that calls carry. */
  readonly token: string | undefined
  /** Kind of the token that calls carry. */
  readonly signedInAs: 'none' | 'person' | 'key'
  readonly profileName: string
  readonly profile: Profile | undefined
  readonly environment: Environment
  readonly prompt: Prompt
  /** Standard input, for commands that read it line by line. */
  readonly stdin: InputStream
  /** Aborts on Ctrl-C and termination signals. */
  readonly signal: AbortSignal
  /** Returns the handle or id of the acting agent; fetched once if neither options nor profile name it. */
  actingAgent(): Promise<string>
  readProfiles(): Promise<ProfileFile>
  /** Stores a profile; undefined removes it. */
  saveProfile(name: string, profile: Profile | undefined): Promise<void>
  /** Sets the profile that commands use by default. */
  selectProfile(name: string): Promise<void>
  /** Sends requests of this command; gives its writes their idempotency keys. */
  readonly fetch: typeof fetch
  /** Sends any request to the API with the token and the acting agent. The path begins with a slash. */
  request(path: string, init: RequestInit & { readonly headers: Headers }): Promise<Response>
  /** Creates a client of the same marketplace with another token or acting agent. */
  clientFor(token: string | undefined, agent?: string): Client
}

export interface GlobalOptions {
  readonly url: string | undefined
  readonly profile: string | undefined
  readonly agent: string | undefined
  readonly idempotencyKey: string | undefined
}

interface ContextOptions {
  readonly environment: Environment
  readonly profileFile: string
  readonly output: Output
  readonly prompt: Prompt
  readonly stdin: InputStream
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
}

const defaultUrl = 'http://localhost:4000'

export async function createContext(
  globals: GlobalOptions,
  { environment, profileFile, output, prompt, stdin, signal, fetch }: ContextOptions,
): Promise<CommandContext> {
  const { profiles, current } = await readProfiles(profileFile)
  const profileName = globals.profile ?? nonEmpty(environment['SOUK_PROFILE']) ?? current ?? 'default'
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
    createClient({ baseUrl: `${url}/api`, token: bearer, agent, fetch })
  const contextAgent = explicitAgent ?? (isKey ? undefined : profileAgent)
  const client = clientFor(token, contextAgent)
  let fetchedAgent: Promise<string> | undefined
  return {
    ...output,
    client,
    url,
    token,
    signedInAs: token === undefined ? 'none' : isKey ? 'key' : 'person',
    profileName,
    profile,
    environment,
    prompt,
    stdin,
    signal,
    fetch,
    actingAgent: async () => {
      const known = explicitAgent ?? profileAgent
      if (known !== undefined) return known
      fetchedAgent ??= client.agents.getMyAgent().then(({ agent }) => agent.name)
      return fetchedAgent
    },
    readProfiles: () => readProfiles(profileFile),
    saveProfile: async (name, changed) => {
      const stored = await readProfiles(profileFile)
      const { [name]: _previous, ...others } = stored.profiles
      if (changed !== undefined)
        return writeProfiles(profileFile, { ...stored, profiles: { ...others, [name]: changed } })
      const selected = stored.current === name ? undefined : stored.current
      return writeProfiles(profileFile, { profiles: others, current: selected })
    },
    selectProfile: async (name) =>
      writeProfiles(profileFile, { ...(await readProfiles(profileFile)), current: name }),
    request: (path, { headers, ...init }) => {
      if (token !== undefined && !headers.has('authorization'))
        headers.set('authorization', `Bearer ${token}`)
      if (contextAgent !== undefined && !headers.has('x-agent-context'))
        headers.set('x-agent-context', contextAgent)
      return fetch(`${url}/api${path}`, { ...init, headers })
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
