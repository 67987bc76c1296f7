/** What a run stands on: a PostgreSQL, the real server on it, a receiver of webhooks, and the callers. */
import { freePort } from '../../server/test/fixtures/server-process.ts'
import { newBoard } from './scoreboard.ts'
import { checkAudit, checkNews, checkSense } from './invariants.ts'
import { openCluster, type Cluster } from './cluster.ts'
import type { Fact } from './actions.ts'
import { compareFacts } from './compare-facts.ts'
import { count, newHistory, type History } from './history.ts'
import { createLoad, type Load, type LoadParts } from './load-generator.ts'
import { openReceiver, type Receiver } from './webhook-receiver.ts'
import { createRunner, type Runner } from './server-runner.ts'
import { portToCome } from './fixture.ts'

export interface GroundPlan {
  readonly seed: number
  readonly durable: boolean
  /** More for the environment of the server. */
  readonly environment?: Readonly<Record<string, string>>
  /** Where the server finds its database, if something stands in between. */
  readonly databaseUrl?: (cluster: Cluster) => Promise<string>
  readonly keyOf?: LoadParts['keyOf']
  /** Nobody has a webhook. */
  readonly silent?: boolean
}

export interface Ground extends Checks {
  readonly cluster: Cluster
  readonly server: Runner
  /** Where the server listens. */
  readonly port: number
  readonly history: History
  readonly load: Load
  close(): Promise<void>
}

interface Checks {
  /** What was done since it was last called, and whether all of it adds up. Nobody may be calling. */
  checkLately(): Promise<void>
  /** Everything from the beginning on. Those who are in a hurry do not wait for what dead servers had taken on. */
  checkAll(patience: 'waits' | 'hurries'): Promise<void>
}

export async function openGround(plan: GroundPlan): Promise<Ground> {
  const { seed, silent = false } = plan
  const cluster = await openCluster(plan)
  const receiver = await openReceiver()
  const addresses = [`:${portToCome}/`, `:${receiver.port}/`]
  if (silent) await cluster.query('delete from webhooks')
  else await cluster.query('update webhooks set url = replace(url, $1, $2)', addresses)
  const port = await freePort()
  const databaseUrl = (await plan.databaseUrl?.(cluster)) ?? cluster.url
  const where = { DATABASE_URL: databaseUrl, PORT: String(port) }
  const server = createRunner(cluster, { ...plan.environment, ...where })
  const history = newHistory()
  const load = createLoad({
    board: newBoard(cluster.parties),
    history,
    seed,
    call: server.call,
    reachable: server.door.opened,
    said: server.said,
    ...(plan.keyOf === undefined ? {} : { keyOf: plan.keyOf }),
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
  const checks = checksOf(cluster, history, silent ? undefined : receiver)
  return { cluster, server, port, history, load, ...checks, close }
}

function checksOf(cluster: Cluster, history: History, receiver: Receiver | undefined): Checks {
  const began = new Date()
  let [since, place] = [began, 0]
  const check = async (facts: readonly Fact[], from: Date) => {
    count(history, 'facts compared', await compareFacts(cluster, facts, from))
    count(history, 'invariants checked', await checkSense(cluster))
  }
  return {
    checkLately: async () => {
      const now = new Date()
      await check(history.facts.slice(place), since)
      ;[since, place] = [now, history.facts.length]
    },
    checkAll: async (patience) => {
      await check(history.facts, began)
      if (patience === 'hurries') await cluster.query(putBack)
      if (receiver !== undefined) await checkHearing(receiver, history)
      history.tally.set('audit entries', await checkAudit(cluster))
    },
  }
}

async function checkHearing(receiver: Receiver, { news, tally }: History): Promise<void> {
  await checkNews(receiver, news)
  tally.set('webhooks told', receiver.heard.size)
  tally.set('webhooks told again', [...receiver.heard.values()].filter((times) => times > 1).length)
}

/** A server has a minute for what it took on; then another one takes it. */
const putBack = `update webhook_deliveries set lease_until = null where status = 'pending'`
