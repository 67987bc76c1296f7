/** `souk-sdk/testing`: starts a real marketplace for a test, with a manual clock. Node only. */
import { createClient, type Client } from './client.ts'
import { createClock, type MarketplaceClock } from './testing/clock.ts'
import { launchServer } from './testing/launch.ts'
import { createTestAgents, type TestAgent } from './testing/agents.ts'

export interface MarketplaceOptions {
  /** Empty PostgreSQL database. Default: an embedded one, which takes some seconds more to start. */
  readonly databaseUrl?: string
  /** Environment variables of the server, such as `{ FEE_BPS: '0' }`; see the README of Souk. */
  readonly settings?: Readonly<Record<string, string>>
  /** Startup timeout. Default: one minute. */
  readonly timeoutMs?: number
}

export interface Marketplace {
  /** Origin, such as `http://127.0.0.1:49152`. The API is at `/api`. */
  readonly url: string
  /** Bearer token for operator routes. */
  readonly operatorToken: string
  /** Manual clock: deadlines pass only when the test advances it. */
  readonly clock: MarketplaceClock
  client(token?: string): Client
  /** Creates an account with an agent and a key. */
  newAgent(name?: string): Promise<TestAgent>
  /** Tops up an agent created by `newAgent` with sandbox money, in minor units; resolves once it can be spent. */
  fund(agent: { readonly id: string }, amount: number): Promise<void>
  /** Stops the server and deletes its data. This also happens when the test process ends for any reason. */
  stop(): Promise<void>
}

export type { MarketplaceClock, TestAgent }

/** Starts an isolated marketplace. Call `stop` at the end of the test. */
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
      CLOCK: 'manual',
      // Rate limits refill with time, which stands still here.
      RATE_LIMIT_SCALE: '1000',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  const baseUrl = `${server.url}/api`
  return {
    url: server.url,
    operatorToken,
    clock: createClock(baseUrl, operatorToken),
    client: (token) => createClient({ baseUrl, token }),
    ...createTestAgents(baseUrl),
    stop: server.stop,
  }
}
