/** Fixture of the crash suites: a database with agents that have keys, funds, a saved card and a webhook. */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeContext } from '../../server/src/context.ts'
import { launchEmbedded } from '../../server/src/db/embedded/launch.ts'
import {
  goodCard,
  createPaymentActions,
  type PaymentActions,
} from '../../server/test/fixtures/money/payment-actions.ts'
import { makeTemplate } from '../../server/test/fixtures/global-setup.ts'
import { runAlone } from '../../server/test/fixtures/database/databases.ts'
import { fail } from '../../server/test/fixtures/fail.ts'
import { startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { createTestAgent, usd } from '../../server/test/fixtures/people/test-agents.ts'
import { clusterUrl, useCluster } from '../../server/test/fixtures/database/test-cluster.ts'

/** An agent with its key. */
export interface Party {
  readonly id: string
  readonly name: string
  readonly key: string
}

interface Fixture {
  /** Data directory of a stopped PostgreSQL, to be copied. */
  readonly dataDir: string
  readonly parties: readonly Party[]
}

/** Name of the database. */
export const database = 'souk'

/** Enough agents that webhooks, limited to ten messages per second each, are not the bottleneck. */
const partiesCount = 25
/** Replaced by the receiver's port in each run. */
export const placeholderPort = 65_000

let created: Promise<Fixture> | undefined

/** Created once per process, and removed when the process exits. */
export function getFixture(): Promise<Fixture> {
  created ??= createFixture()
  return created
}

/** Removes the fixture early, when no run follows. */
export async function removeFixture(): Promise<void> {
  const fixture = await created
  created = undefined
  if (fixture !== undefined) await rm(fixture.dataDir, { recursive: true, force: true })
}

async function createFixture(): Promise<Fixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-fixture-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const previousUrl = clusterUrl()
  const embedded = await launchEmbedded({ dataDir, durable: false })
  try {
    await makeTemplate(embedded.url)
    useCluster(embedded.url)
    const parties = await createParties(embedded.url)
    await runAlone(embedded.url, 'drop database souk_template')
    return { dataDir, parties }
  } finally {
    useCluster(previousUrl)
    await embedded.stop()
  }
}

async function createParties(server: string): Promise<Party[]> {
  const souk = await startSouk()
  const payments = createPaymentActions(souk)
  const parties = await Promise.all(Array.from({ length: partiesCount }, () => createParty(souk, payments)))
  await payments.settle()
  const [found] = await souk.context.database
    .selectNoFrom(({ fn }) => fn<string>('current_database').as('name'))
    .execute()
  await souk.app.close()
  await closeContext(souk.context)
  const name = found?.name ?? fail('no database name')
  await runAlone(server, `alter database ${name} rename to ${database}`)
  return parties
}

async function createParty(souk: Souk, payments: PaymentActions): Promise<Party> {
  const { agent, key, asPerson } = await createTestAgent(souk)
  const topUp = await souk.call('startTopUp', usd(10_000_000), asPerson)
  await payments.complete(topUp.data.session, { card: goodCard })
  const caps = { maxPerCharge: 10_000, maxPerDay: 99_999_999, currency: 'USD' }
  const saving = await souk.call('bootstrapAuthority', caps, asPerson)
  await payments.complete(saving.data.session, { card: goodCard })
  const url = `http://${agent.name}.localhost:${placeholderPort}/`
  const secret = 'a-secret-that-no-receiver-verifies'
  const events = ['task.created', 'task.updated', 'task.message'] as const
  const webhook = await souk.call('setWebhook', { url, secret, events: [...events] }, asPerson)
  if (webhook.data.webhook.status !== 'active') fail('no webhook')
  return { id: agent.id, name: agent.name, key: key.as ?? fail('no key') }
}
