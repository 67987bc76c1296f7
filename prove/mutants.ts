/** The command `npm run prove:mutants`. */
import { parseArgs } from 'node:util'
import { currentCommit } from '../scripts/circumstances.ts'
import { runCommand, UsageError } from '../scripts/command-line.ts'
import { everyMutant } from './mutants/every-mutant.ts'
import { copyWorktree, type WorktreeCopy } from './mutants/worktree-copy.ts'
import type { Mutant } from './mutants/mutant.ts'
import { evidenceFile, resultFile, print, table, printResult, writeResults } from './mutants/report.ts'
import { selfTestMutants } from './mutants/self-test.ts'
import { baselineFailures, runMutants, type MutantResult } from './mutants/run-mutants.ts'

const workers = 2

// Exit handlers kill the running tests.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const usage = `Usage: npm run prove:mutants -- [options]

Applies small faults to a copy of the source, one at a time, and expects a test to fail for each.
A complete run writes prove/results/mutants.json and docs/evidence-mutants.md.

Options:
  --list           List the mutants
  --only <name>    Run this mutant only, repeatable; writes no results
  --self-test      Check that the runner classifies mutants correctly
  -h, --help       Show this help

Examples:
  npm run prove:mutants
  npm run prove:mutants -- --only no-floor --only fee-on-top

Exit codes: 0 when every mutant is caught, 1 when not, 2 for invalid arguments.
`

process.exitCode = await runCommand(usage, main)

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
  const unknown = only?.find((name) => !everyMutant.some((mutant) => mutant.name === name))
  if (unknown !== undefined) throw new UsageError(`Unknown mutant "${unknown}"; --list shows the mutants.`)
  const chosen = only === undefined ? everyMutant : everyMutant.filter(({ name }) => only.includes(name))
  const commit = await currentCommit()
  const results = await run(chosen)
  if (results === undefined) return 1
  if (only === undefined) {
    await writeResults(results, commit)
    print(`wrote ${resultFile} and ${evidenceFile}`)
  }
  return results.every(({ result }) => result === 'caught') ? 0 : 1
}

/** Undefined when tests fail without a mutant. */
async function run(mutants: readonly Mutant[]): Promise<MutantResult[] | undefined> {
  const copies: WorktreeCopy[] = []
  try {
    for (let count = 0; count < Math.min(workers, mutants.length); count++) copies.push(await copyWorktree())
    print('running the tests without a mutant')
    const failures = await baselineFailures(copies, mutants)
    if (failures.length > 0) {
      print(`These tests fail without a mutant, so nothing can be proved:\n${failures.join('\n')}`)
      return undefined
    }
    const results = await runMutants(copies, mutants, (result, count) =>
      printResult(result, count, mutants.length),
    )
    const caught = results.filter(({ result }) => result === 'caught').length
    print(['', ...table(results), '', `caught ${caught} of ${results.length}`].join('\n'))
    return results
  } finally {
    await Promise.all(copies.map((copy) => copy.remove()))
  }
}

function list(): number {
  for (const { name, breaks, file } of everyMutant) print(`${name}  ${file}\n    ${breaks}`)
  return 0
}

/** A harmless change must survive, a misplaced one be reported, and a real fault be caught. */
async function selfTest(): Promise<number> {
  const results = await run(selfTestMutants.map(({ mutant }) => mutant))
  const correct = results?.every(({ result }, index) => result === selfTestMutants[index]?.expected) === true
  print(correct ? 'the runner classifies mutants correctly' : 'the runner misclassifies mutants')
  return correct ? 0 : 1
}
