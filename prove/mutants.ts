/** Plants small faults in a copy of the code, one at a time, and expects a test to notice each. */
import { parseArgs } from 'node:util'
import { currentCommit } from '../scripts/circumstances.ts'
import { everyMutant } from './mutants/every-mutant.ts'
import { makeCopy, type Copy } from './mutants/worktree-copy.ts'
import type { Mutant } from './mutants/mutant.ts'
import { evidenceFile, resultFile, say, table, tell, writeResults } from './mutants/report.ts'
import { planted } from './mutants/self-test.ts'
import { failuresBefore, tryMutants, type Tried } from './mutants/run-mutants.ts'

const workers = 2

// Whoever interrupts it also ends the tests that are running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

process.exitCode = await main()

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      list: { type: 'boolean' },
      only: { type: 'string', multiple: true },
      'self-test': { type: 'boolean' },
    },
  })
  if (values.list === true) return list()
  if (values['self-test'] === true) return selfTest()
  const { only } = values
  const chosen = only === undefined ? everyMutant : everyMutant.filter(({ name }) => only.includes(name))
  if (chosen.length < (only?.length ?? 1)) return refuse(`no fault is named ${only?.join(' or ') ?? ''}`)
  const commit = await currentCommit()
  const tried = await run(chosen)
  if (tried === undefined) return 1
  if (only === undefined) {
    await writeResults(tried, commit)
    say(`wrote ${resultFile} and ${evidenceFile}`)
  }
  return tried.every(({ result }) => result === 'caught') ? 0 : 1
}

/** Undefined when the tests fail without any fault. */
async function run(mutants: readonly Mutant[]): Promise<Tried[] | undefined> {
  const copies: Copy[] = []
  try {
    for (let count = 0; count < Math.min(workers, mutants.length); count++) copies.push(await makeCopy())
    say('running the tests without a fault')
    const failures = await failuresBefore(copies, mutants)
    if (failures.length > 0) {
      say(`These fail without a fault, so nothing can be proved:\n${failures.join('\n')}`)
      return undefined
    }
    const tried = await tryMutants(copies, mutants, (one, count) => tell(one, count, mutants.length))
    const caught = tried.filter(({ result }) => result === 'caught').length
    say(['', ...table(tried), '', `caught ${caught} of ${tried.length}`].join('\n'))
    return tried
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()))
  }
}

function list(): number {
  for (const { name, breaks, file } of everyMutant) say(`${name}  ${file}\n    ${breaks}`)
  return 0
}

/** A change that breaks nothing must survive, one without a place must be noticed, and a real fault be caught. */
async function selfTest(): Promise<number> {
  const tried = await run(planted.map(({ mutant }) => mutant))
  const right = tried?.every(({ result }, place) => result === planted[place]?.expected) === true
  say(right ? 'the runner tells them apart' : 'the runner does not tell them apart')
  return right ? 0 : 1
}

function refuse(reason: string): number {
  say(reason)
  return 1
}
