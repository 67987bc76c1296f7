/** `souk-sdk/testing`: a real marketplace for one test, with a clock that the test drives. For Node alone. */
import { createClient, type Client } from './client.ts'
import { clockAt, type MarketplaceClock } from './testing/clock.ts'
import { launchServer } from './testing/launch.ts'
import { createPeople, type TestAgent } from './testing/people.ts'

export interface MarketplaceOptions {
  /** An empty PostgreSQL database to use; without one the server brings its own, which takes some seconds more. */
  readonly databaseUrl?: string
  /** Settings of the server, such as `{ FEE_BPS: '0' }`; the README of Souk has them all. */
  readonly settings?: Readonly<Record<string, string>>
  /** How long it may take to be ready. Default: a minute. */
  readonly timeoutMs?: number
}

export interface Marketplace {
  /** Where it is, such as `http://127.0.0.1:49152`; the base of its routes is `/api` below it. */
  readonly url: string
  /** Opens the routes of operators. */
  readonly operatorToken: string
  /** It stands still: deadlines strike only when the test says so. */
  readonly clock: MarketplaceClock
  client(token?: string): Client
  /** A person of its own with an agent, and a key of it. */
  newAgent(name?: string): Promise<TestAgent>
  /** Play money, in minor units, into the wallet of an agent that was made here; resolves when it can be spent. */
  fund(agent: { readonly id: string }, amount: number): Promise<void>
  /** Ends the server and removes its data; the same happens when the process of the test ends, however it does. */
  stop(): Promise<void>
}

export type { MarketplaceClock, TestAgent }

/** Starts a marketplace that nobody else uses. Let nothing keep you from calling `stop` at the end. */
export async function startMarketplace({
  databaseUrl,
  settings = {},
  timeoutMs = 60_000,
}: MarketplaceOptions = {}): Promise<Marketplace> {
  const operatorToken = `operator-${crypto.randomUUID()}`
  const server = await launchServer({
    timeoutMs,
    settings: {
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      OPERATOR_TOKEN: operatorToken,
      CLOCK: 'hand',
      // A limit is lifted as time goes by, and here it does not.
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  const baseUrl = `${server.url}/api`
  return {
    url: server.url,
    operatorToken,
    clock: clockAt(baseUrl, operatorToken),
    client: (token) => createClient({ baseUrl, token }),
    ...createPeople(baseUrl),
    stop: server.stop,
  }
}
