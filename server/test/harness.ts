import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { pino } from 'pino'
import {
  contract,
  isEnveloped,
  type Agent,
  type Contract,
  type Input,
  type Reply,
  type Route,
  type User,
} from 'souk-contract'
import { buildApp } from '../src/app.ts'
import { readConfig, type Config } from '../src/config.ts'
import { saveStorageLimits } from '../src/db/storage-limits.ts'
import { closeContext, createContext, type Context } from '../src/context.ts'
import { basePaths } from '../src/http/register-routes.ts'
import { handClock, type HandClock } from '../src/lib/clock.ts'
import { keptMails, type KeptMail } from '../src/mails/dev-mailbox.ts'
import type { PaymentProcessor } from '../src/money/processor/processor.ts'
import { workersOf } from '../src/workers/index.ts'
import { cloneTemplate, databaseUrl, runAlone } from './global-setup.ts'
import { testSecretKey } from './secret-key.ts'
import { postgresUrl } from './where.ts'

type Groups = Contract[keyof Contract]
export type Routes = UnionToIntersection<Groups>
type UnionToIntersection<U> = (U extends unknown ? (u: U) => void : never) extends (i: infer I) => void
  ? I
  : never

export type OperationName = keyof Routes

/** Every route of the contract by its name. */
export const routes: Record<string, Route> = Object.assign({}, ...Object.values(contract))

export interface CallOptions {
  as?: string | undefined
  agent?: string
  headers?: Record<string, string>
  /** The bytes of a file, where a route takes one. */
  upload?: Buffer | Readable
}

export interface Answer<Data> {
  status: number
  headers: Record<string, unknown>
  /** As it came: an envelope, or a bare answer of A2A. */
  body: Record<string, unknown>
  /** Present when the call succeeded; reading it otherwise fails the test. */
  data: Data
  /** The answer as it came. */
  bytes: Buffer
}

export interface Person {
  user: User
  token: string
  email: string
  password: string
}

export interface Souk {
  app: FastifyInstance
  context: Context
  clock: HandClock
  call<N extends OperationName>(
    name: N,
    input?: Routes[N] extends Route ? Partial<Input<Routes[N]>> : never,
    options?: CallOptions,
  ): Promise<Answer<Routes[N] extends Route ? Reply<Routes[N]> : never>>
  person(fields?: { displayName?: string; verified?: boolean }): Promise<Person>
  agent(person: Person, fields?: Partial<Input<Contract['users']['createMyAgent']>>): Promise<Agent>
  key(person: Person, agent: Agent, fields?: Partial<Input<Contract['keys']['createKey']>>): Promise<string>
  mails(): Promise<KeptMail[]>
  /** The token in the newest mail of this subject to that address. */
  mailedToken(to: string, subject: RegExp): Promise<string>
  /** What was logged as our own mistake; nothing a caller sends may add to it. */
  mistakes: string[]
  /** Lets every worker, or those of these names, do its work once. */
  work(only?: readonly string[]): Promise<void>
  stop(): Promise<void>
}

/** A whole Souk on a database of its own, with a clock that stands still. */
/** Tests of other things are not about quotas. */
const roomy = { unverifiedBytes: 2_000_000_000, verifiedBytes: 2_000_000_000 }

export async function startSouk(
  overrides: Partial<Config> = {},
  processorBy?: (clock: HandClock) => Promise<PaymentProcessor>,
): Promise<Souk> {
  const server = postgresUrl()
  const name = `souk_${randomBytes(6).toString('hex')}`
  await cloneTemplate(server, name)
  const mistakes: string[] = []
  const clock = handClock(new Date('2026-11-15T12:00:00Z'))
  const made = await createContext({
    config: {
      ...readConfig({ RATE_LIMIT_SCALE: '1000', STORAGE_FREE_MIN_MB: '0' }),
      databaseConnections: 8,
      rateLimitScale: 1000,
      storage: roomy,
      ...overrides,
    },
    clock,
    log: pino({ level: 'error' }, { write: (line) => void mistakes.push(line) }),
    databaseUrl: databaseUrl(server, name),
    secretKey: testSecretKey,
    passwordCost: { memoryKiB: 1024, passes: 1 },
  })
  await saveStorageLimits(made.database, made.config)
  const processor = (await processorBy?.(clock)) ?? made.ports.processor
  const context = { ...made, ports: { ...made.ports, processor } }
  const app = await buildApp(context)
  await app.ready()
  const souk: Souk = {
    app,
    context,
    clock,
    mistakes,
    call: (operation, input, options) => call(app, operation, input ?? {}, options ?? {}),
    ...people(() => souk),
    mails: () => context.store.read(keptMails),
    mailedToken: async (to, subject) => {
      const mails = await context.store.read(keptMails)
      const mail = mails.find((candidate) => candidate.to === to && subject.test(candidate.subject))
      return /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? fail(`no mail to ${to} with a token`)
    },
    work: async (only) => {
      for (const { name: worker, work } of workersOf(context)) {
        if (only === undefined || only.includes(worker)) await work()
      }
    },
    stop: async () => {
      await app.close()
      await closeContext(context)
      await runAlone(server, `drop database ${name} with (force)`)
    },
  }
  return souk
}

function people(souk: () => Souk): Pick<Souk, 'person' | 'agent' | 'key'> {
  return {
    person: async ({ displayName = 'Ada', verified = false } = {}) => {
      const email = `${randomBytes(6).toString('hex')}@example.com`
      const password = `${randomBytes(8).toString('hex')} horse`
      const { data } = await souk().call('registerUser', { email, password, displayName })
      if (verified) await souk().call('verifyEmail', { token: await souk().mailedToken(email, /Verify/) })
      return { user: data.user, token: data.token, email, password }
    },
    agent: async (person, fields = {}) => {
      const input = { name: `agent-${randomBytes(5).toString('hex')}`, ...fields }
      return (await souk().call('createMyAgent', input, { as: person.token })).data.agent
    },
    key: async (person, agent, fields = {}) => {
      const input = { label: 'test', ...fields, agentId: agent.id }
      return (await souk().call('createKey', input, { as: person.token })).data.secret
    },
  }
}

/** Splits flat input by the contract, as the SDK does, and calls the app without a socket. */
export async function call<Data>(
  app: FastifyInstance,
  operation: string,
  input: Record<string, unknown>,
  { as, agent, headers, upload }: CallOptions,
): Promise<Answer<Data>> {
  const route = routes[operation] ?? fail(`no operation ${operation}`)
  const rest = { ...input }
  const take = (name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  }
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_match, param: string) => take(param))
  const bodyless = route.method === 'GET' || route.method === 'DELETE'
  const asked = Object.keys(rest).filter(
    (name) => bodyless || Object.hasOwn(route.query?.properties ?? {}, name),
  )
  const query = Object.fromEntries(asked.map((name) => [name, String(rest[name])]))
  for (const name of asked) delete rest[name]
  const response = await answerOf(app, route, {
    url: basePaths[route.surface] + path,
    headers: {
      ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
      ...(agent === undefined ? {} : { 'x-agent-context': agent }),
      ...(route.surface === 'a2a' ? { 'a2a-version': '1.0' } : {}),
      ...headers,
    },
    query,
    ...(upload !== undefined ? { payload: upload } : route.body === undefined ? {} : { payload: rest }),
  })
  const isFile = route.download === true && response.statusCode === 200
  const body = isFile ? { success: true } : JSON.parse(response.body)
  return {
    status: response.statusCode,
    headers: response.headers,
    body,
    bytes: response.rawPayload,
    get data(): Data {
      if (response.statusCode !== 200) fail(`${operation} answered ${response.statusCode}: ${response.body}`)
      return isEnveloped(route) ? body.data : body
    },
  }
}

/** A stream that was opened has no end: its beginning is answer enough, and then it is let go. */
export async function answerOf(
  app: FastifyInstance,
  route: Route,
  options: Omit<InjectOptions, 'method'>,
): Promise<{ statusCode: number; headers: Record<string, unknown>; body: string; rawPayload: Buffer }> {
  const response = await app.inject({
    ...options,
    method: route.method,
    payloadAsStream: route.stream !== undefined,
  })
  if (route.stream === undefined) return response
  const { statusCode, headers } = response
  const beginning = { statusCode, headers, rawPayload: Buffer.alloc(0) }
  if (statusCode !== 200) return { ...beginning, body: await text(response.stream()) }
  response.stream().destroy()
  return { ...beginning, body: '{"success":true,"data":{}}' }
}

export function fail(message: string): never {
  throw new Error(message)
}
