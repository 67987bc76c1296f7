import { startSouk } from '../../server/test/fixtures/harness.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { convertAssertions } from '../lib/convert-assertions.ts'
import { runRandomWalk, type WalkResult } from './random-walk.ts'
import { feeChargedTwice, plantStatements, type FaultStatements } from '../lib/plant-statements.ts'
import { runConcurrently } from '../lib/run-concurrently.ts'

/** Long enough that every transition must occur. */
const fullWalk = 5000

const faults: Readonly<Record<string, { breaks: string; fault: FaultStatements }>> = {
  'fee-charged-twice': feeChargedTwice,
  'revisions-not-counted': {
    breaks: 'A task does not count its revisions.',
    fault: [
      'create function forget_revisions() returns trigger language plpgsql as $$ begin new.revisions := 0; return new; end $$',
      'create trigger forget_revisions before update on tasks for each row execute function forget_revisions()',
    ],
  },
}

export const model: Suite = {
  name: 'model',
  claim:
    'Random sequences of requests, applications, deliveries, disputes and timeouts match the lifecycle table, to the cent.',
  unit: 'actions',
  sizes: { quick: 120, release: 100_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async ({ size, seed, fault, progress }) => {
    const walks: WalkResult[] = []
    const done: number[] = []
    await runConcurrently(Math.ceil(size / fullWalk), async (index) => {
      const report = (actions: number) => {
        done[index] = actions
        progress(sum(done))
      }
      const actions = Math.min(fullWalk, size)
      walks.push(await runWalk({ size: actions, seed: seed + index, fault, progress: report }))
    })
    const counts = countsOf(walks)
    assertClaim(counts['completed'] !== 0, 'nothing was proved: no task was completed')
    return counts
  },
}

async function runWalk({ size, seed, fault, progress }: RunOptions): Promise<WalkResult> {
  const souk = await startSouk()
  try {
    await plantStatements(souk, faults[fault ?? '']?.fault ?? [])
    const options = { seed, actions: size, thorough: size >= fullWalk, progress }
    return await convertAssertions(`seed ${seed}`, () => runRandomWalk(souk, options))
  } finally {
    await souk.stop()
  }
}

function countsOf(walks: readonly WalkResult[]): Counts {
  const worlds = walks.map(({ world }) => world)
  const tasks = worlds.flatMap((world) => world.tasks)
  const answers = new Map<string, number>()
  for (const [what, count] of worlds.flatMap(({ tally }) => [...tally])) {
    answers.set(what.trim(), (answers.get(what.trim()) ?? 0) + count)
  }
  return {
    walks: walks.length,
    actions: sum(walks.map((walk) => walk.actions)),
    tasks: tasks.length,
    completed: tasks.filter(({ state }) => state.phase === 'completed').length,
    transitions: new Set(worlds.flatMap(({ taken }) => [...taken])).size,
    fees: sum(worlds.map(({ revenue }) => revenue)),
    ...Object.fromEntries(answers),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
