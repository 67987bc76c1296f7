/** The only place that makes the cast of these suites: traders with keys, funds, a saved card and a webhook. */
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closeContext } from '../../server/src/context.ts'
import { launchEmbedded } from '../../server/src/db/embedded/launch.ts'
import { goodCard, openBank, type Bank } from '../../server/test/fixtures/bank.ts'
import { makeTemplate, runAlone } from '../../server/test/fixtures/global-setup.ts'
import { fail, startSouk, type Souk } from '../../server/test/fixtures/harness.ts'
import { newTrader, usd } from '../../server/test/fixtures/traders.ts'
import { postgresUrl, usePostgres } from '../../server/test/fixtures/postgres-url.ts'

/** An agent as its software knows it. */
export interface Party {
  readonly id: string
  readonly name: string
  readonly key: string
}

export interface Fixture {
  /** A PostgreSQL that is not running, to be copied. */
  readonly dataDir: string
  readonly parties: readonly Party[]
}

/** The name of the database. */
export const database = 'souk'

/** Two callers each; fewer would wait for their webhooks, which take ten messages a second. */
const partiesCount = 25
/** Takes the place of a port until there is a receiver. */
export const portToCome = 65_000

let made: Promise<Fixture> | undefined

/** Made once for all runs of this process, and removed when it ends. */
export function getFixture(): Promise<Fixture> {
  made ??= createFixture()
  return made
}

/** For whoever knows that no run will follow. */
export async function removeFixture(): Promise<void> {
  const fixture = await made
  made = undefined
  if (fixture !== undefined) await rm(fixture.dataDir, { recursive: true, force: true })
}

async function createFixture(): Promise<Fixture> {
  const dataDir = await mkdtemp(join(tmpdir(), 'souk-stage-'))
  process.once('exit', () => rmSync(dataDir, { recursive: true, force: true }))
  const usual = postgresUrl()
  const embedded = await launchEmbedded({ dataDir, durable: false })
  try {
    await makeTemplate(embedded.url)
    usePostgres(embedded.url)
    const parties = await populate(embedded.url)
    await runAlone(embedded.url, 'drop database souk_template')
    return { dataDir, parties }
  } finally {
    usePostgres(usual)
    await embedded.stop()
  }
}

async function populate(server: string): Promise<Party[]> {
  const souk = await startSouk()
  const bank = openBank(souk)
  const parties = await Promise.all(Array.from({ length: partiesCount }, () => newParty(souk, bank)))
  await bank.settle()
  const [found] = await souk.context.database
    .selectNoFrom(({ fn }) => fn<string>('current_database').as('name'))
    .execute()
  await souk.app.close()
  await closeContext(souk.context)
  const name = found?.name ?? fail('a database without a name')
  await runAlone(server, `alter database ${name} rename to ${database}`)
  return parties
}

async function newParty(souk: Souk, bank: Bank): Promise<Party> {
  const { agent, key, hand } = await newTrader(souk)
  const topUp = await souk.call('startTopUp', usd(10_000_000), hand)
  await bank.complete(topUp.data.session, { card: goodCard })
  const caps = { maxPerCharge: 10_000, maxPerDay: 99_999_999, currency: 'USD' }
  const saving = await souk.call('bootstrapAuthority', caps, hand)
  await bank.complete(saving.data.session, { card: goodCard })
  const url = `http://${agent.name}.localhost:${portToCome}/`
  const secret = 'between-the-marketplace-and-nobody'
  const events = ['task.created', 'task.updated', 'task.message'] as const
  const hearing = await souk.call('setWebhook', { url, secret, events: [...events] }, hand)
  if (hearing.data.webhook.status !== 'active') fail('no webhook')
  return { id: agent.id, name: agent.name, key: key.as ?? fail('no key') }
}
