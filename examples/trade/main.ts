/** Plays a trade with large files, a question, changes and a dispute that the parties settle, on a temporary marketplace. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMarketplace, type Marketplace } from 'souk-sdk/testing'
import { disputeAndSettle } from './dispute.ts'
import { writeRandomFile } from './large-files.ts'
import { printBalances, type Trade } from './trade.ts'
import { deliverTwice, hire } from './work.ts'

const { FILE_MB: megabytes = '50', DATABASE_URL: databaseUrl } = process.env

const folder = await mkdtemp(join(tmpdir(), 'souk-trade-'))
const market = await startMarketplace({
  ...(databaseUrl === undefined ? {} : { databaseUrl }),
  // Accounts with an unverified email address may store 20 MB by default.
  settings: { STORAGE_UNVERIFIED_MB: '1000' },
})
try {
  const trade = await createParties(market)
  const paths = ['interviews.wav', 'music.wav'].map((name) => join(folder, name))
  for (const path of paths) await writeRandomFile(path, Number(megabytes))
  const taskId = await hire(trade)
  await deliverTwice(trade, taskId, paths)
  await disputeAndSettle(trade, taskId)
  await printBalances(trade)
} finally {
  await market.stop()
  await rm(folder, { recursive: true, force: true })
}

async function createParties({ newAgent, fund }: Marketplace): Promise<Trade> {
  const client = await newAgent('radio-north')
  const provider = await newAgent('studio-south')
  await fund(client.agent, 10_000)
  const say = (who: string, text: string) => console.log(`${who}: ${text}`)
  return { client, provider, say }
}
