/** The only place that keeps secrets on this machine: one file, readable by its owner alone. */
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fieldsOf, textIn } from './fields.ts'
import { Refused } from './refused.ts'

export interface Profile {
  /** Origin of the marketplace. The token is sent nowhere else. */
  readonly url: string
  readonly token?: string
  /** Of the person who signed in. */
  readonly email?: string
  /** The agent to act as; for an agent key, its own. */
  readonly agent?: string
}

export type Profiles = Readonly<Record<string, Profile>>

export type Environment = Readonly<Record<string, string | undefined>>

export function profileFile(environment: Environment, home: string): string {
  const chosen = environment['SOUK_CONFIG']
  if (chosen !== undefined && chosen !== '') return chosen
  const shared = environment['XDG_CONFIG_HOME']
  const folder = shared === undefined || shared === '' ? join(home, '.config') : shared
  return join(folder, 'souk', 'profiles.json')
}

export async function readProfiles(file: string): Promise<Profiles> {
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    if (fieldsOf(error)['code'] === 'ENOENT') return '{}'
    throw new Refused('usage', `The profiles in ${file} cannot be read.`, 'Check its owner and mode.')
  })
  try {
    const stored = fieldsOf(fieldsOf(JSON.parse(content))['profiles'])
    return Object.fromEntries(Object.entries(stored).flatMap(([name, value]) => profileIn(name, value)))
  } catch {
    throw new Refused('usage', `The profiles in ${file} are damaged.`, 'Remove the file, then sign in again.')
  }
}

function profileIn(name: string, value: unknown): [string, Profile][] {
  const url = textIn(value, 'url')
  if (url === undefined) return []
  const optional = (['token', 'email', 'agent'] as const).flatMap((field) => {
    const found = textIn(value, field)
    return found === undefined ? [] : [[field, found] as const]
  })
  return [[name, { url, ...Object.fromEntries(optional) }]]
}

/** Renamed into place, so that nobody ever reads half a file, and never readable by others, not even for a moment. */
export async function writeProfiles(file: string, profiles: Profiles): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
    // The mode of a new file is narrowed by the umask, which may take away our own right, too.
    await chmod(draft, 0o600)
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
