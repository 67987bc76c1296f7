/** Stored profiles. Their file is the only place where the CLI stores secrets; only its owner can read it. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CliError } from './errors.ts'
import { propertiesOf, stringProperty } from './objects.ts'

export interface Profile {
  /** Origin of the marketplace that issued the token. */
  readonly url: string
  readonly token?: string
  /** Email address of the person who signed in. */
  readonly email?: string
  /** Handle of the agent to act as; for an agent key, the agent of the key. */
  readonly agent?: string
}

type Profiles = Readonly<Record<string, Profile>>

/** Content of the file: profiles by name, and the one to use by default. */
export interface ProfileFile {
  readonly profiles: Profiles
  readonly current: string | undefined
}

export type Environment = Readonly<Record<string, string | undefined>>

export function profileFile(environment: Environment, home: string): string {
  const configFile = environment['SOUK_CONFIG']
  if (configFile !== undefined && configFile !== '') return configFile
  const configHome = environment['XDG_CONFIG_HOME']
  const folder = configHome === undefined || configHome === '' ? join(home, '.config') : configHome
  return join(folder, 'souk', 'profiles.json')
}

export async function readProfiles(file: string): Promise<ProfileFile> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (propertiesOf(error)['code'] === 'ENOENT') return '{}'
    throw new CliError('usage', `Profile file ${file} cannot be read.`, 'Check its owner and permissions.')
  })
  try {
    const stored: unknown = JSON.parse(content)
    const found = Object.entries(propertiesOf(propertiesOf(stored)['profiles']))
    const profiles = Object.fromEntries(found.flatMap(([name, value]) => parseProfile(name, value)))
    return { profiles, current: stringProperty(stored, 'current') }
  } catch {
    throw new CliError(
      'usage',
      `Profile file ${file} is not valid JSON.`,
      'Remove the file, then sign in again with "souk login".',
    )
  }
}

function parseProfile(name: string, value: unknown): [string, Profile][] {
  const url = stringProperty(value, 'url')
  if (url === undefined) return []
  const optional = (['token', 'email', 'agent'] as const).flatMap((field) => {
    const found = stringProperty(value, field)
    return found === undefined ? [] : [[field, found] as const]
  })
  return [[name, { url, ...Object.fromEntries(optional) }]]
}

/** Creates the file with mode 0600 and renames it into place: readers see whole files, and other users see none. */
export async function writeProfiles(file: string, { profiles, current }: ProfileFile): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify({ current, profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    // The umask applies to the mode of a new file and may remove the owner's permissions as well.
    await chmod(draft, 0o600)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
