import { sql } from 'kysely'
import { openBank } from '../../server/test/fixtures/bank.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { openCast } from './fixture.ts'
import { holdContest } from './race.ts'
import { pairs } from './actions.ts'
import { faults, plantInDatabase, plantInDriver } from './faults.ts'
import { startNodes, type Nodes } from './nodes.ts'
import { openScores, type Scores } from './tally.ts'

export const doubleSpend: Suite = {
  name: 'double-spend',
  claim:
    'Whichever two actions on the same money are called at once at two nodes, it ends as some order of the calls would: ' +
    'nothing is spent twice, and no cent is made or lost.',
  unit: 'attempts for each pair of actions',
  sizes: { quick: 6, release: 10_000 },
  faults,
  run: async (run) => {
    const unplant = plantInDriver(run.fault)
    const nodes = await startNodes()
    try {
      await plantInDatabase(run.fault, nodes.souk)
      return await tryPairs(nodes, run)
    } finally {
      await nodes.stop()
      unplant()
    }
  },
}

/** So many call at once, each over a connection of its own. */
const crowds = [16, 32, 64]
/** Traders are replaced before what they leave behind makes every look at their wallets long. */
const contestsOfCast = 60
const attemptsBetweenProofs = 5000

async function tryPairs(nodes: Nodes, { size, seed, progress }: RunOptions): Promise<Counts> {
  const dice = diceOf(seed)
  const scores = openScores()
  let cast = await openCast(nodes.souk)
  for (const [place, pair] of pairs.entries()) {
    for (let left = size; left > 0;) {
      const callers = Math.min(left, dice.pick(crowds))
      if (scores.count('contests') % contestsOfCast === contestsOfCast - 1) cast = await openCast(nodes.souk)
      const due = Math.floor(scores.count('attempts') / attemptsBetweenProofs)
      scores.note(pair, await holdContest({ nodes, cast, dice, pair, callers }))
      if (Math.floor(scores.count('attempts') / attemptsBetweenProofs) > due) await proveLedger(nodes, scores)
      left -= callers
      progress(Math.floor((place * size + size - left) / pairs.length))
    }
    assertClaim(scores.winners(pair) > 0, `nobody ever won ${pair.join(' and ')}`)
  }
  await proveLedger(nodes, scores)
  await proveCharges(nodes, scores)
  return { pairs: pairs.length, ...scores.counts() }
}

async function proveLedger({ souk }: Nodes, scores: Scores): Promise<void> {
  const broken = await openBank(souk).faults()
  assertClaim(broken.length === 0, `the ledger contradicts itself: ${broken.join(', ')}`)
  scores.add('proofs of the ledger')
}

/** What the processor took from cards is what was added to wallets. */
async function proveCharges({ souk }: Nodes, scores: Scores): Promise<void> {
  const { rows } = await sql<{ taken: number }>`
    select count(*)::int as taken from sandbox_payments s join payments p on p.id = s.our_id
    where p.kind = 'charge' and s.state = 'succeeded'`.execute(souk.context.database)
  const [told, taken] = [scores.count('charges'), rows[0]?.taken]
  assertClaim(taken === told, `cards were charged ${taken} times, and ${told} callers were told so`)
}
