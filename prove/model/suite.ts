import { startSouk } from '../../server/test/fixtures/harness.ts'
import { operatorToken } from '../../server/test/tasks/task-model/random-events.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { convertAssertions } from '../lib/convert-assertions.ts'
import { playGame, type Played } from './random-walk.ts'
import { feeTakenTwice, plantStatements, type FaultStatements } from '../lib/plant-statements.ts'
import { runConcurrently } from '../lib/run-concurrently.ts'

/** Long enough to demand that everything happens in it. */
const wholeGame = 5000

const faults: Readonly<Record<string, { breaks: string; fault: FaultStatements }>> = {
  'fee-taken-twice': feeTakenTwice,
  'revisions-forgotten': {
    breaks: 'A task does not remember how often changes were asked for.',
    fault: [
      'create function forget_revisions() returns trigger language plpgsql as $$ begin new.revisions := 0; return new; end $$',
      'create trigger forget_revisions before update on tasks for each row execute function forget_revisions()',
    ],
  },
}

export const model: Suite = {
  name: 'model',
  claim:
    'A random game with requests, applications, work, disputes and clocks goes as the table of the lifecycle says, to the cent.',
  unit: 'actions',
  sizes: { quick: 120, release: 100_000 },
  faults: Object.fromEntries(Object.entries(faults).map(([name, { breaks }]) => [name, breaks])),
  run: async ({ size, seed, fault, progress }) => {
    const games: Played[] = []
    const done: number[] = []
    await runConcurrently(Math.ceil(size / wholeGame), async (index) => {
      const tell = (actions: number) => {
        done[index] = actions
        progress(sum(done))
      }
      const actions = Math.min(wholeGame, size)
      games.push(await runGame({ size: actions, seed: seed + index, fault, progress: tell }))
    })
    const counts = countsOf(games)
    assertClaim(counts['completed'] !== 0, 'not one task was completed, so nothing was proved')
    return counts
  },
}

async function runGame({ size, seed, fault, progress }: RunOptions): Promise<Played> {
  const souk = await startSouk({ operatorToken })
  try {
    await plantStatements(souk, faults[fault ?? '']?.fault ?? [])
    const game = { seed, actions: size, thorough: size >= wholeGame, progress }
    return await convertAssertions(`seed ${seed}`, () => playGame(souk, game))
  } finally {
    await souk.stop()
  }
}

function countsOf(games: readonly Played[]): Counts {
  const worlds = games.map(({ world }) => world)
  const tasks = worlds.flatMap((world) => world.tasks)
  const answers = new Map<string, number>()
  for (const [what, count] of worlds.flatMap(({ tally }) => [...tally])) {
    answers.set(what.trim(), (answers.get(what.trim()) ?? 0) + count)
  }
  return {
    games: games.length,
    actions: sum(games.map((game) => game.actions)),
    tasks: tasks.length,
    completed: tasks.filter(({ state }) => state.phase === 'completed').length,
    rowsOfTheTable: new Set(worlds.flatMap(({ taken }) => [...taken])).size,
    fees: sum(worlds.map(({ revenue }) => revenue)),
    ...Object.fromEntries(answers),
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
