import { sql } from 'kysely'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { convertAssertions } from '../lib/convert-assertions.ts'
import { plantStatements, type FaultStatements } from '../lib/plant-statements.ts'
import { runConcurrently } from '../lib/run-concurrently.ts'
import { assertClaim, type Counts, type Suite } from '../suite.ts'
import { faults } from './faults.ts'
import { playSeed } from './run-seed.ts'
import { closeGround, openGround } from './fixture.ts'

/** Checks look at all of a ground's history, so there is a new one after so many towns. */
const townsPerGround = 20

export const simulation: Suite = {
  name: 'simulation',
  claim:
    'Whatever people, software, processor, receivers and clocks do, and wherever a node dies, no cent is lost or made, and nothing is left undone.',
  unit: 'seeds',
  sizes: { quick: 4, release: 2000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async ({ size, seed, fault, progress }) => {
    const tally = new Map<string, number>()
    const count = (what: string, times: number) => tally.set(what, (tally.get(what) ?? 0) + times)
    let done = 0
    await runConcurrently(Math.ceil(size / townsPerGround), async (index) => {
      const first = index * townsPerGround
      const places = Array.from(
        { length: Math.min(townsPerGround, size - first) },
        (_, place) => first + place,
      )
      const seeds = places.map((place) => seed + place)
      await playSeeds(seeds, {
        fault: faults[fault ?? '']?.fault ?? [],
        count,
        progress: () => progress(++done),
      })
    })
    requireVariety(tally)
    return Object.fromEntries([...tally].toSorted(([left], [right]) => (left < right ? -1 : 1)))
  },
}

interface Playing {
  readonly fault: FaultStatements
  count(what: string, times: number): void
  progress(): void
}

async function playSeeds(seeds: readonly number[], { fault, count, progress }: Playing): Promise<void> {
  const ground = await openGround()
  try {
    await plantStatements(ground.souk, fault)
    for (const seed of seeds) {
      const { tally, tasks } = await convertAssertions(`seed ${seed}`, () => playSeed(ground, seed))
      for (const [what, times] of tally) count(what.trim(), times)
      count('tasks', tasks.length)
      progress()
    }
    for (const [kind, times] of Object.entries(await postingsIn(ground.souk))) count(kind, times)
  } finally {
    await closeGround(ground)
  }
}

/** What happened to money, by its kind. */
async function postingsIn({ context }: Souk): Promise<Counts> {
  const { rows } = await sql<{ kind: string; times: bigint }>`
    select kind, count(*) as times from ledger_postings group by kind`.execute(context.database)
  return Object.fromEntries(rows.map(({ kind, times }) => [`posted ${kind}`, Number(times)]))
}

/** A simulation in which nothing happened proves nothing. */
function requireVariety(tally: ReadonlyMap<string, number>): void {
  const missing = ['posted top_up', 'posted settle', 'posted release', 'delivery succeeded'].filter(
    (what) => !tally.has(what),
  )
  assertClaim(missing.length === 0, `it never happened: ${missing.join(', ')}`)
}
