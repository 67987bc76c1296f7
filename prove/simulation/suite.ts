import { sql } from 'kysely'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { convertAssertions } from '../lib/convert-assertions.ts'
import { plantStatements, type FaultStatements } from '../lib/plant-statements.ts'
import { runConcurrently } from '../lib/run-concurrently.ts'
import { assertClaim, type Counts, type Suite } from '../suite.ts'
import { faults } from './faults.ts'
import { runSeed } from './run-seed.ts'
import { closeEnvironment, openEnvironment } from './fixture.ts'

/** Checks read the whole history, so a new environment is opened after some seeds. */
const seedsPerEnvironment = 20

export const simulation: Suite = {
  name: 'simulation',
  claim:
    'Under random actions of people, software, operators, processor, webhook receivers and timeouts, and with nodes dying at random, no cent is lost or created and no work is left unfinished.',
  unit: 'seeds',
  sizes: { quick: 4, release: 2000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async ({ size, seed, fault, progress }) => {
    const tally = new Map<string, number>()
    const count = (what: string, times: number) => tally.set(what, (tally.get(what) ?? 0) + times)
    let done = 0
    await runConcurrently(Math.ceil(size / seedsPerEnvironment), async (index) => {
      const first = index * seedsPerEnvironment
      const indexes = Array.from(
        { length: Math.min(seedsPerEnvironment, size - first) },
        (_, offset) => first + offset,
      )
      const seeds = indexes.map((offset) => seed + offset)
      await runSeeds(seeds, {
        fault: faults[fault ?? '']?.fault ?? [],
        count,
        progress: () => progress(++done),
      })
    })
    requireVariety(tally)
    return Object.fromEntries([...tally].toSorted(([left], [right]) => (left < right ? -1 : 1)))
  },
}

interface SeedOptions {
  readonly fault: FaultStatements
  count(what: string, times: number): void
  progress(): void
}

async function runSeeds(seeds: readonly number[], { fault, count, progress }: SeedOptions): Promise<void> {
  const environment = await openEnvironment()
  try {
    await plantStatements(environment.souk, fault)
    for (const seed of seeds) {
      const { tally, tasks } = await convertAssertions(`seed ${seed}`, () => runSeed(environment, seed))
      for (const [what, times] of tally) count(what.trim(), times)
      count('tasks', tasks.length)
      progress()
    }
    for (const [kind, times] of Object.entries(await postingsIn(environment.souk))) count(kind, times)
  } finally {
    await closeEnvironment(environment)
  }
}

/** Number of postings by kind. */
async function postingsIn({ context }: Souk): Promise<Counts> {
  const { rows } = await sql<{ kind: string; times: bigint }>`
    select kind, count(*) as times from ledger_postings group by kind`.execute(context.database)
  return Object.fromEntries(rows.map(({ kind, times }) => [`posted ${kind}`, Number(times)]))
}

const required = [
  'posted top_up',
  'posted settle',
  'posted release',
  'posted correct',
  'operator: suspension',
  'delivery succeeded',
]

/** Requires a minimum of activity, without which a run proves nothing. */
function requireVariety(tally: ReadonlyMap<string, number>): void {
  const missing = required.filter((what) => !tally.has(what))
  assertClaim(missing.length === 0, `nothing was proved, never happened: ${missing.join(', ')}`)
}
