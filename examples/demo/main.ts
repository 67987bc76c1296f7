/** Runs a complete trade, from registration to payout, on a temporary marketplace. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { registerParticipants, topUp } from './onboarding.ts'
import { settle, payOut, verifyLedger } from './settlement.ts'
import { followDelivery } from './delivery.ts'
import { award, collectApplications, listWork } from './hiring.ts'
import type { DemoContext } from './context.ts'
import { freePort, ProcessGroup } from './processes.ts'
import { Narrator, type OutputFormat } from './narrator.ts'

const narrator = new Narrator(readFormat(), (text) => void process.stdout.write(text))
const processes = await ProcessGroup.open()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => processes.stop('It was interrupted.'))
}

// Covers errors outside of awaited calls, such as a closed output pipe.
process.on('uncaughtException', (error) => processes.stop(error.message))

const startedAt = Date.now()
try {
  await run(await startMarketplace())
} catch (error) {
  // The abort reason comes first: calls that fail after it are consequences.
  stop(
    `The demo stopped after step ${narrator.steps}.`,
    processes.signal.aborted ? processes.signal.reason : error,
  )
} finally {
  await processes.clear()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  narrator.end(`Finished in ${seconds} s. The marketplace is stopped and its data deleted.`)
}

/** Starts a server whose data is deleted with it. */
async function startMarketplace(): Promise<DemoContext> {
  const port = await freePort()
  const operatorToken = randomBytes(24).toString('hex')
  const url = `http://127.0.0.1:${port}`
  narrator.title('A temporary marketplace')
  await processes.start(['server/start.mjs'], 'Souk is ready.', {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(processes.folder, 'data'),
    OPERATOR_TOKEN: operatorToken,
    LOG_LEVEL: 'error',
  })
  narrator.step({ what: 'start', who: 'souk', text: `is ready at ${url}` })
  return { url, operatorToken, processes, narrator, signal: processes.signal }
}

async function run(market: DemoContext): Promise<void> {
  const participants = await registerParticipants(market)
  await topUp(market, participants.ada)
  const listingId = await listWork(market, participants.ada)
  const application = await collectApplications(market, participants, listingId)
  const task = await award(market, participants.ada, application)
  await followDelivery(market, participants.ada, task)
  await settle(market, participants, task)
  await payOut(market, participants.ben)
  await verifyLedger(market, participants)
}

function readFormat(): OutputFormat {
  const color = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
    return { json: values.json, color }
  } catch (error) {
    stop('Usage: npm run demo [-- --json]', error)
    return process.exit()
  }
}

function stop(where: string, error: unknown): void {
  process.stderr.write(`\n${where}\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
