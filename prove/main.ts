/** The command `npm run prove`. */
import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { circumstances } from '../scripts/circumstances.ts'
import { runCommand, UsageError, wholeNumber } from '../scripts/command-line.ts'
import { openEnvironment } from './environment.ts'
import { isProved, runSuite, type SuiteResult } from './run-suite.ts'
import type { Suite } from './suite.ts'
import { suites } from './suites.ts'

const usage = `Usage: npm run prove -- [options] [suite...]

Tries to falsify the claim of each suite, then plants each of its faults and expects the suite to detect it.
Without suites, runs all of them. A run at release size writes prove/results/<suite>.json.

Options:
  --quick       Run the quick size, which takes minutes instead of hours; writes no results
  --seed <n>    Use this seed instead of a random one
  --list        List the suites with their sizes and claims
  -h, --help    Show this help

Examples:
  npm run prove -- ledger-model --quick      Try one suite
  npm run prove -- kill-server fuzz          Run two suites at release size
  npm run prove -- model --quick --seed 7    Repeat a run

Exit codes: 0 when every claim holds and every fault is detected, 1 when not, 2 for invalid arguments.
`

let lastProgress = 0

process.exitCode = await runCommand(usage, main)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      list: { type: 'boolean' },
      seed: { type: 'string' },
    },
    allowPositionals: true,
  })
  if (values.list === true) return list()
  const unknown = positionals.find((name) => !suites.some((suite) => suite.name === name))
  if (unknown !== undefined) throw new UsageError(`Unknown suite "${unknown}"; --list shows the suites.`)
  const chosen = suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const seed = values.seed === undefined ? randomInt(2 ** 31) : wholeNumber('--seed', values.seed)
  const close = await openEnvironment()
  try {
    let proved = true
    for (const suite of chosen) proved = (await prove(suite, { quick: values.quick, seed })) && proved
    return proved ? 0 : 1
  } finally {
    await close()
  }
}

async function prove(suite: Suite, { quick, seed }: { quick: boolean; seed: number }): Promise<boolean> {
  print(`${suite.name}: ${suite.claim}`)
  const run = await circumstances()
  const result = await runSuite(suite, { size: quick ? 'quick' : 'release', seed, progress })
  for (const line of linesOf(result)) print(line)
  if (!quick) await write(run, result)
  return isProved(result)
}

function linesOf({ suite, size, seed, seconds, counts, violation, faults }: SuiteResult): string[] {
  const counted = Object.entries(counts ?? {}).map(([name, count]) => `${name} ${count}`)
  return [
    violation === null
      ? `  holds: ${size} ${suite.unit} in ${seconds} s (${counted.join(', ')})`
      : `  VIOLATED with --seed ${seed}: ${violation}`,
    ...faults.map(({ name, detectedAs }) =>
      detectedAs === null ? `  fault ${name}: NOT DETECTED` : `  fault ${name}: detected as "${detectedAs}"`,
    ),
  ]
}

/** Writes failed runs too. */
async function write(run: object, { suite, ...result }: SuiteResult): Promise<void> {
  const { name, claim, unit } = suite
  const file = new URL(`results/${name}.json`, import.meta.url)
  const content = { suite: name, claim, unit, ...run, ...result }
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
  print(`  wrote prove/results/${name}.json`)
}

function list(): number {
  for (const { name, claim, unit, sizes } of suites) {
    print(`${name}  (${unit}: ${sizes.quick} quick, ${sizes.release} release)\n    ${claim}`)
  }
  return 0
}

/** Throttled to one line in two seconds, so that logs stay readable. */
function progress(line: string): void {
  if (performance.now() - lastProgress < 2000) return
  lastProgress = performance.now()
  print(`  ${line}`)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
