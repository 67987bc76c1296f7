/** What tests of several nodes share: the real server as a process of its own, and calls to it over HTTP. */
import { spawn, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { isEnveloped, type Route } from 'souk-contract'
import { expect, vi } from 'vitest'
import { basePaths } from '../src/http/register-routes.ts'
import { databaseUrl, runAlone } from './global-setup.ts'
import { fail, routes, type Answer, type CallOptions, type Person, type Souk } from './harness.ts'
import { endWithTests } from './programs.ts'
import type { Trader } from './traders.ts'
import { postgresUrl } from './where.ts'

export interface ServerProcess {
  readonly name: string
  readonly origin: string
  readonly call: Souk['call']
  /** Resolves when it has ended, however it did. */
  readonly exited: Promise<unknown>
  /** All that it has printed. */
  output(): string
  /** Ends it, and answers its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export interface Scratch {
  readonly url: string
  /** Looks at what the nodes have left, always on the same connection. */
  query(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  drop(): Promise<void>
}

/** An empty database in the PostgreSQL of the tests. */
export async function createScratch(): Promise<Scratch> {
  const server = postgresUrl()
  const name = `souk_${randomBytes(6).toString('hex')}`
  await runAlone(server, `create database ${name}`)
  const url = databaseUrl(server, name)
  const client = new Client({ connectionString: url })
  await client.connect()
  return {
    url,
    query: async (statement, values = []) => (await client.query(statement, [...values])).rows,
    drop: async () => {
      await client.end()
      await runAlone(server, `drop database ${name} with (force)`)
    },
  }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The very command of `npm start`; its connections to the database bear its name. */
export async function startServer(
  name: string,
  { url }: Pick<Scratch, 'url'>,
  environment: Record<string, string> = {},
): Promise<ServerProcess> {
  const port = environment['PORT'] ?? String(await freePort())
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-node-'))
  const child = spawn('node', ['server/start.mjs'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: `${url}${url.includes('?') ? '&' : '?'}application_name=${name}`,
      DATABASE_CONNECTIONS: '6',
      SECRET_KEY: 'the same secret key on every node of these tests',
      LOG_LEVEL: 'warn',
      // The app has tests of its own, and need not be built for others.
      WEB_DIR: '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  endWithTests(child)
  const exited = once(child, 'exit')
  const output = await bannerOf(child, exited)
  const origin = `http://127.0.0.1:${port}`
  return {
    name,
    origin,
    exited,
    output,
    call: (operation, input, options) => callOver(origin, operation, input ?? {}, options ?? {}),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await exited
      }
      await rm(dataDir, { recursive: true, force: true })
      return child.exitCode
    },
  }
}

async function bannerOf(child: ChildProcess, exited: Promise<unknown>): Promise<() => string> {
  let text = ''
  const ready = new Promise<void>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        text += chunk.toString()
        if (text.includes('Ctrl-C\n\n')) resolve()
      })
    }
  })
  await Promise.race([ready, exited.then(() => fail(`the server did not start: ${text}`))])
  return () => text
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address !== null ? address.port : fail('no port')
}

/** A call of an operation that takes and answers JSON, wherever it is served. */
export async function callOver<Data>(
  origin: string,
  operation: string,
  input: Record<string, unknown>,
  { as, agent, headers }: CallOptions,
): Promise<Answer<Data>> {
  const route = routes[operation] ?? fail(`no operation ${operation}`)
  const { url, body } = requestOf(origin, route, input)
  const response = await fetch(url, {
    method: route.method,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(agent === undefined ? {} : { 'x-agent-context': agent }),
      ...(route.surface === 'a2a' ? { 'a2a-version': '1.0' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  const answer = JSON.parse(bytes.toString())
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: answer,
    bytes,
    get data(): Data {
      if (response.status !== 200) fail(`${operation} answered ${response.status}: ${bytes.toString()}`)
      return isEnveloped(route) ? answer.data : answer
    },
  }
}

function requestOf(origin: string, route: Route, input: Record<string, unknown>) {
  const rest = new Map(Object.entries(input))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = String(rest.get(name))
    rest.delete(name)
    return encodeURIComponent(value)
  })
  const url = new URL(origin + basePaths[route.surface] + path)
  if (route.body !== undefined) return { url, body: JSON.stringify(Object.fromEntries(rest)) }
  for (const [name, value] of rest) url.searchParams.set(name, String(value))
  return { url, body: undefined }
}

/** A person with an agent and a key, made through a server. */
export async function joinThrough({ call }: Pick<ServerProcess, 'call'>): Promise<Trader & { kid: string }> {
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const password = `${randomBytes(8).toString('hex')} horse`
  const { data } = await call('registerUser', { email, password, displayName: 'Ada' })
  const person: Person = { user: data.user, token: data.token, email, password }
  const as = person.token
  const name = `agent-${randomBytes(5).toString('hex')}`
  const { agent } = (await call('createMyAgent', { name }, { as })).data
  const { key, secret } = (await call('createKey', { agentId: agent.id, label: 'test' }, { as })).data
  return { person, agent, key: { as: secret }, hand: { as, agent: agent.id }, kid: key.kid }
}

/** Waits until every node can know that the software of an agent is there: it is written down every five seconds. */
export async function whenSeen({ query }: Scratch, { agent }: Trader): Promise<void> {
  const seen = () =>
    query('select seen_at from agent_presence join agents on id = agent_id where handle = $1', [agent.name])
  await vi.waitFor(async () => expect(await seen()).toHaveLength(1), { timeout: 15_000, interval: 50 })
}
