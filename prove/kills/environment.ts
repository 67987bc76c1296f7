/** PostgreSQL, a real server process, a webhook receiver and the load generator. */
import { freePort } from '../../server/test/fixtures/processes/server-process.ts'
import { createScoreboard } from './scoreboard.ts'
import { checkAudit, checkConsistency, checkWebhooks } from './invariants.ts'
import { openCluster, type Cluster } from './cluster.ts'
import type { Fact } from './planned-call.ts'
import { compareFacts } from './compare-facts.ts'
import { count, createHistory, type History } from './history.ts'
import { createLoadGenerator, type LoadGenerator, type LoadOptions } from './load-generator.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'
import { createServerRunner, type ServerRunner } from './server-runner.ts'
import { placeholderPort } from './fixture.ts'

export interface EnvironmentOptions {
  readonly seed: number
  readonly durable: boolean
  /** Additional environment variables of the server. */
  readonly environment?: Readonly<Record<string, string>>
  /** Database URL for the server, for example of a proxy. */
  readonly databaseUrl?: (cluster: Cluster) => Promise<string>
  readonly keyOf?: LoadOptions['keyOf']
  /** Removes all webhooks. */
  readonly withoutWebhooks?: boolean
}

export interface Environment extends Checks {
  readonly cluster: Cluster
  readonly server: ServerRunner
  /** Port of the server. */
  readonly port: number
  readonly history: History
  readonly load: LoadGenerator
  close(): Promise<void>
}

interface Checks {
  /** Checks everything since the last check. No call may be in flight. */
  checkRecent(): Promise<void>
  /** Checks everything since the start. `release leases` does not wait until the leases of killed servers expire. */
  checkAll(leases: 'await leases' | 'release leases'): Promise<void>
}

export async function openEnvironment(options: EnvironmentOptions): Promise<Environment> {
  const { seed, withoutWebhooks = false } = options
  const cluster = await openCluster(options)
  const receiver = await openReceiver()
  const addresses = [`:${placeholderPort}/`, `:${receiver.port}/`]
  if (withoutWebhooks) await cluster.query('delete from webhooks')
  else await cluster.query('update webhooks set url = replace(url, $1, $2)', addresses)
  const port = await freePort()
  const databaseUrl = (await options.databaseUrl?.(cluster)) ?? cluster.url
  const address = { DATABASE_URL: databaseUrl, PORT: String(port) }
  const server = createServerRunner(cluster, { ...options.environment, ...address })
  const history = createHistory()
  const load = createLoadGenerator({
    scoreboard: createScoreboard(cluster.parties),
    history,
    seed,
    call: server.call,
    reachable: server.gate.opened,
    serverOutput: server.output,
    ...(options.keyOf === undefined ? {} : { keyOf: options.keyOf }),
  })
  const close = async () => {
    await server.kill()
    await receiver.close()
    await cluster.drop()
  }
  try {
    await server.start()
  } catch (error) {
    await close()
    throw error
  }
  const checks = checksOf(cluster, history, withoutWebhooks ? undefined : receiver)
  return { cluster, server, port, history, load, ...checks, close }
}

function checksOf(cluster: Cluster, history: History, receiver: Receiver | undefined): Checks {
  const start = new Date()
  let [since, index] = [start, 0]
  const check = async (facts: readonly Fact[], from: Date) => {
    count(history, 'facts compared', await compareFacts(cluster, facts, from))
    count(history, 'invariants checked', await checkConsistency(cluster))
  }
  return {
    checkRecent: async () => {
      const now = new Date()
      await check(history.facts.slice(index), since)
      ;[since, index] = [now, history.facts.length]
    },
    checkAll: async (leases) => {
      await check(history.facts, start)
      if (leases === 'release leases') await cluster.query(releaseLeases)
      if (receiver !== undefined) await checkReceived(receiver, history)
      history.tally.set('audit entries', await checkAudit(cluster))
    },
  }
}

async function checkReceived(receiver: Receiver, { expectedMessages, tally }: History): Promise<void> {
  await checkWebhooks(receiver, expectedMessages)
  tally.set('webhook messages', receiver.received.size)
  tally.set(
    'webhook messages received twice',
    [...receiver.received.values()].filter((times) => times > 1).length,
  )
}

/** Leases expire after a minute; this lets the running server take over immediately. It skips rows that the server is writing. */
const releaseLeases = `
  update webhook_deliveries set lease_until = null
  where id in (select id from webhook_deliveries where status = 'pending' for update skip locked)`
