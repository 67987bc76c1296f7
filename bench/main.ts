/** The command `npm run bench`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { circumstances } from '../scripts/circumstances.ts'
import { runCommand, UsageError, wholeNumber } from '../scripts/command-line.ts'
import { findProgram } from './lib/programs.ts'
import { rowTable } from './lib/table.ts'
import { reached, type BenchOptions, type Row, type Scenario, type ScenarioResult } from './scenario.ts'
import { scenarios } from './scenarios.ts'

const usage = `Usage: npm run bench -- [options] [scenario...]

Measures the server against peers and limits, side by side on this machine, and prints a table.
Without scenarios, runs all of them. A run of at least 3 rounds of 5 seconds writes bench/results/<scenario>.json.

Options:
  --rounds <n>     Measurements per contender (default: 3)
  --seconds <n>    Duration of each measurement (default: 5)
  --seed <n>       Seed of the generated search corpus (default: 7)
  --list           List the scenarios
  -h, --help       Show this help

Examples:
  npm run bench                                      Run everything, about 15 minutes on two cores
  npm run bench -- send get                          Run two scenarios
  npm run bench -- send --rounds 1 --seconds 1       Try a scenario; writes no results
  npm run bench -- webhooks --rounds 5 --seconds 10  Measure longer

Exit codes: 0 when every scenario ran, 1 when one failed, 2 for invalid arguments.
`

// Child processes are killed by exit handlers, which signals alone do not run.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = await runCommand(usage, main)

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '5' },
      seed: { type: 'string', default: '7' },
      list: { type: 'boolean' },
    },
    allowPositionals: true,
  })
  if (values.list === true) return printScenarios()
  const unknown = positionals.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown !== undefined) {
    throw new UsageError(`Unknown scenario "${unknown}"; --list shows the scenarios.`)
  }
  const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const size = sizeOf({
    rounds: wholeNumber('--rounds', values.rounds, 1),
    seconds: wholeNumber('--seconds', values.seconds, 1),
    seed: wholeNumber('--seed', values.seed),
  })
  const rows: Row[] = []
  let failures = 0
  for (const scenario of chosen) {
    try {
      rows.push(...(await measure(scenario, size)))
    } catch (error) {
      failures += 1
      print(`  failed: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  print('')
  for (const line of rowTable(rows)) print(line)
  return failures === 0 ? 0 : 1
}

type Size = Omit<BenchOptions, 'progress'>

/** Runs of at least three rounds of five seconds seed the full data set; only their results are written. */
function sizeOf({ rounds, seconds, seed }: Omit<Size, 'scale'>): Size {
  return { rounds, seconds, seed, scale: Math.min(1, (rounds * seconds) / 15) }
}

async function measure(scenario: Scenario, size: Size): Promise<readonly Row[]> {
  const { name, question, programs } = scenario
  print(`${name}: ${question}`)
  const missing = Object.entries(programs).filter(([program]) => findProgram(program) === undefined)
  for (const [program, aptPackage] of missing)
    print(`  skipped: ${program} is missing; apt-get install ${aptPackage}`)
  if (missing.length > 0) return []
  const run = await circumstances()
  const start = performance.now()
  const result = await scenario.run({ ...size, progress: (line) => print(`  ${line}`) })
  if (size.scale === 1) await write(scenario, { ...run, ...size }, result)
  print(`  took ${Math.round((performance.now() - start) / 1000)} s`)
  return result.rows
}

/** Writes missed targets too. */
async function write({ name, question }: Scenario, run: object, result: ScenarioResult): Promise<void> {
  const { postgres, rows, ...rest } = result
  const judged = rows.map((row) => ({ ...row, reached: reached(row) }))
  const content = { scenario: name, question, ...run, postgres, rows: judged, ...rest }
  const file = new URL(`results/${name}.json`, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, `${JSON.stringify(content, null, 2)}\n`)
}

function printScenarios(): number {
  for (const { name, question } of scenarios) print(`${name.padEnd(10)}${question}`)
  return 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
