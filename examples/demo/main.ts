/** Plays a whole trade, from registration to payout, on a marketplace that exists only for this. */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { arrive, payIn } from './act-one.ts'
import { settle, payOut, reckon } from './act-four.ts'
import { watchWork } from './act-three.ts'
import { award, gatherApplications, listWork } from './act-two.ts'
import type { Play } from './play.ts'
import { freePort, Stage } from './stage.ts'
import { Teller, type Looks } from './teller.ts'

const teller = new Teller(readLooks(), (text) => void process.stdout.write(text))
const stage = await Stage.open()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stage.stop('It was interrupted.'))
}

// Also when something fails that nobody waits for, such as writing to a reader who has gone.
process.on('uncaughtException', (error) => stage.stop(error.message))

const startedAt = Date.now()
try {
  await play(await openMarket())
} catch (error) {
  // What ended the play comes first: calls that fail after it are only its echo.
  stop(`The demo stopped after step ${teller.steps}.`, stage.signal.aborted ? stage.signal.reason : error)
} finally {
  await stage.clear()
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  teller.end(`It took ${seconds} s. The marketplace is closed and its data are gone.`)
}

/** A server of its own, with its data in a folder that goes away with it. */
async function openMarket(): Promise<Play> {
  const port = await freePort()
  const operatorToken = randomBytes(24).toString('hex')
  const url = `http://127.0.0.1:${port}`
  teller.title('A throw-away marketplace')
  await stage.start(['server/start.mjs'], 'Souk is ready.', {
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(stage.folder, 'data'),
    OPERATOR_TOKEN: operatorToken,
    LOG_LEVEL: 'error',
  })
  teller.tell({ what: 'start', who: 'souk', text: `is ready at ${url}` })
  return { url, operatorToken, stage, teller, signal: stage.signal }
}

async function play(market: Play): Promise<void> {
  const cast = await arrive(market)
  await payIn(market, cast.ada)
  const listingId = await listWork(market, cast.ada)
  const application = await gatherApplications(market, cast, listingId)
  const task = await award(market, cast.ada, application)
  await watchWork(market, cast.ada, task)
  await settle(market, cast, task)
  await payOut(market, cast.ben)
  await reckon(market, cast)
}

function readLooks(): Looks {
  const colour = process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === ''
  try {
    const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
    return { json: values.json, colour }
  } catch (error) {
    stop('Usage: npm run demo [-- --json]', error)
    return process.exit()
  }
}

function stop(where: string, error: unknown): void {
  process.stderr.write(`\n${where}\n${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
