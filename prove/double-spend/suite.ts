import { sql } from 'kysely'
import { createPaymentActions } from '../../server/test/fixtures/money/payment-actions.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { createTraders } from './fixture.ts'
import { runRace } from './race.ts'
import { pairs } from './actions.ts'
import { faults, plantInDatabase, plantInDriver } from './faults.ts'
import { startNodes, type Nodes } from './nodes.ts'
import { createTally, type Tally } from './tally.ts'

export const doubleSpend: Suite = {
  name: 'double-spend',
  claim:
    'Concurrent calls of any two actions on the same money at two nodes end as some sequential order of the calls would: ' +
    'nothing is spent twice, and no cent is created or lost.',
  unit: 'calls per pair of actions',
  sizes: { quick: 6, release: 10_000 },
  faults,
  run: async (run) => {
    const unplant = plantInDriver(run.fault)
    const nodes = await startNodes()
    try {
      await plantInDatabase(run.fault, nodes.souk)
      return await racePairs(nodes, run)
    } finally {
      await nodes.stop()
      unplant()
    }
  },
}

/** Numbers of concurrent calls, each on its own connection. */
const concurrencies = [16, 32, 64]
/** Traders are replaced before their history makes reading their wallets slow. */
const racesPerTraders = 60
const callsBetweenChecks = 5000

async function racePairs(nodes: Nodes, { size, seed, progress }: RunOptions): Promise<Counts> {
  const random = seededRandom(seed)
  const tally = createTally()
  let traders = await createTraders(nodes.souk)
  for (const [index, pair] of pairs.entries()) {
    for (let left = size; left > 0;) {
      const callers = Math.min(left, random.pick(concurrencies))
      if (tally.count('races') % racesPerTraders === racesPerTraders - 1) {
        traders = await createTraders(nodes.souk)
      }
      const checks = Math.floor(tally.count('calls') / callsBetweenChecks)
      tally.record(pair, await runRace({ nodes, traders, random, pair, callers }))
      if (Math.floor(tally.count('calls') / callsBetweenChecks) > checks) await checkLedger(nodes, tally)
      left -= callers
      progress(Math.floor((index * size + size - left) / pairs.length))
    }
    assertClaim(tally.successes(pair) > 0, `no call of ${pair.join(' and ')} ever succeeded`)
  }
  await checkLedger(nodes, tally)
  await checkCharges(nodes, tally)
  return { pairs: pairs.length, ...tally.counts() }
}

async function checkLedger({ souk }: Nodes, tally: Tally): Promise<void> {
  const broken = await createPaymentActions(souk).failedChecks()
  assertClaim(broken.length === 0, `the ledger contradicts itself: ${broken.join(', ')}`)
  tally.add('ledger checks')
}

/** Every successful charge response corresponds to one charge at the processor. */
async function checkCharges({ souk }: Nodes, tally: Tally): Promise<void> {
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from sandbox_payments s join payments p on p.id = s.our_id
    where p.kind = 'charge' and s.state = 'succeeded'`.execute(souk.context.database)
  const [reported, taken] = [tally.count('charges'), rows[0]?.taken]
  assertClaim(taken === reported, `cards were charged ${taken} times, but ${reported} calls reported success`)
}
