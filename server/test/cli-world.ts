/** The command line against a real server with its workers. Commands run in this process; `run` starts one as a process. */
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { chapters } from '../../cli/src/commands/index.ts'
import { everyCommand } from '../../cli/src/engine/tree.ts'
import { readConfig } from '../src/config.ts'
import { start } from '../src/start.ts'
import { cloneTemplate, databaseUrl, runAlone } from './global-setup.ts'
import { fail } from './harness.ts'
import { endWithTests } from './programs.ts'
import { freePort } from './server-process.ts'
import { followHere, runHere, type Follower, type Ran, type RunOptions } from './cli-here.ts'
import { postgresUrl } from './where.ts'

export const operatorToken = 'an operator token that is long enough'
export const command = fileURLToPath(new URL('../../cli/bin/souk.mjs', import.meta.url))

/** Whether `souk` is run as people type it; quotes hold words together. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

/** Runs the command as a process and waits for its end. */
export async function run(
  words: readonly string[],
  { input = '', environment = {} }: RunOptions,
): Promise<Ran> {
  const child = spawn('node', [command, ...words], { env: { PATH: process.env['PATH'], ...environment } })
  endWithTests(child)
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output, errors }
}

/** What a command printed with --json. */
export interface Told {
  readonly data: unknown
  /** The text at a path such as `listing.id`; the test fails when there is none. */
  at(path: string): string
}

/** Somebody who types: every one has a profile of their own. */
export interface Typist {
  readonly environment: Readonly<Record<string, string>>
  /** Whatever comes of it. */
  try(line: string, options?: RunOptions): Promise<Ran>
  /** What is followed, with --json. */
  follow(line: string): Follower
  /** What must succeed, as JSON. */
  tell(line: string, options?: RunOptions): Promise<Told>
  /** What must succeed, as a person reads it. */
  see(line: string, options?: RunOptions): Promise<string>
}

export interface World {
  readonly url: string
  readonly folder: string
  /** Every command line that was run, without its options. */
  readonly typed: readonly string[]
  typist(profile: string, environment?: Readonly<Record<string, string>>): Typist
  stop(): Promise<void>
}

/** A command as a process takes its time on a busy machine. */
export const patienceMs = 300_000

/** The commands of some chapters that nobody has typed. */
export function untyped({ typed }: World, titles: readonly string[]): string[] {
  const chosen = chapters.filter(({ title }) => titles.includes(title))
  return everyCommand(chosen)
    .map(({ path }) => path.join(' '))
    .filter((path) => !typed.some((line) => line === path || line.startsWith(`${path} `)))
}

/** A whole server with its workers, on a database of its own. */
export async function openWorld(): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'souk-cli-'))
  const name = `souk_${randomBytes(6).toString('hex')}`
  const database = postgresUrl()
  const tidy = async () => {
    await runAlone(database, `drop database if exists ${name} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  await cloneTemplate(database, name)
  const running = await start(
    readConfig({
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: folder,
      // A configured address needs a host name, also for a socket, which the parameter names.
      DATABASE_URL: databaseUrl(database, name).replace('@/', '@localhost/'),
      LOG_LEVEL: 'silent',
      OPERATOR_TOKEN: operatorToken,
      RATE_LIMIT_SCALE: '1000',
    }),
  ).catch(async (error: unknown) => {
    await tidy()
    throw error
  })
  const typed: string[] = []
  return {
    url: running.address,
    folder,
    typed,
    typist: (profile, more = {}) =>
      typistOf({ SOUK_URL: running.address, SOUK_PROFILE: profile, ...homeAt(folder), ...more }, typed),
    stop: async () => {
      await running.stop()
      await tidy()
    },
  }
}

/** Where profiles are kept. Only a process reads HOME. */
function homeAt(folder: string) {
  return { HOME: folder, XDG_CONFIG_HOME: join(folder, '.config') }
}

function typistOf(environment: Readonly<Record<string, string>>, typed: string[]): Typist {
  const attempt = (line: string, options: RunOptions = {}) => {
    typed.push(line)
    return runHere(wordsOf(line), { ...options, environment: { ...environment, ...options.environment } })
  }
  const succeed = async (line: string, options?: RunOptions) => {
    const { code, output, errors } = await attempt(line, options)
    return code === 0 ? output : fail(`souk ${line}\nended with ${code}: ${errors}`)
  }
  return {
    environment,
    try: attempt,
    follow: (line) => {
      typed.push(line)
      return followHere([...wordsOf(line), '--json'], environment)
    },
    see: succeed,
    tell: async (line, options) => {
      const data: unknown = JSON.parse(await succeed(`${line} --json`, options))
      return { data, at: (path) => textAt(data, path) }
    },
  }
}

function textAt(data: unknown, path: string): string {
  const found = path.split('.').reduce((value: unknown, name) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  }, data)
  return typeof found === 'string' || typeof found === 'number' ? String(found) : fail(`no ${path}`)
}
