/** Measures how fast it is: `npm run bench`, or `npm run bench -- send get --rounds 3 --seconds 5 --seed 7`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { circumstances } from '../scripts/circumstances.ts'
import { whereIs } from './lib/programs.ts'
import { rowTable } from './lib/table.ts'
import { reached, type Bench, type Outcome, type Row, type Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'

// Whoever ends it ends what it has started: programs end with this process, but not with a signal to it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))
process.exitCode = await main()

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
  if (values.list === true) return list()
  const unknown = positionals.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown !== undefined) return refuse(unknown)
  const chosen = scenarios.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const size = sizeOf(Number(values.rounds), Number(values.seconds), Number(values.seed))
  const rows: Row[] = []
  let failures = 0
  for (const scenario of chosen) {
    try {
      rows.push(...(await measure(scenario, size)))
    } catch (error) {
      failures += 1
      say(`  failed: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
  say('')
  for (const line of rowTable(rows)) say(line)
  return failures === 0 ? 0 : 1
}

type Size = Omit<Bench, 'progress'>

/** From three rounds of five seconds on, a bench has its full size; only then its result is kept. */
function sizeOf(rounds: number, seconds: number, seed: number): Size {
  return { rounds, seconds, seed, scale: Math.min(1, (rounds * seconds) / 15) }
}

async function measure(scenario: Scenario, size: Size): Promise<readonly Row[]> {
  const { name, question, programs } = scenario
  say(`${name}: ${question}`)
  const missing = Object.entries(programs).filter(([program]) => whereIs(program) === undefined)
  for (const [program, by] of missing) say(`  skipped: ${program} is missing; apt-get install ${by}`)
  if (missing.length > 0) return []
  const began = await circumstances()
  const start = performance.now()
  const outcome = await scenario.run({ ...size, progress: (line) => say(`  ${line}`) })
  if (size.scale === 1) await write(scenario, { ...began, ...size }, outcome)
  say(`  took ${Math.round((performance.now() - start) / 1000)} s`)
  return outcome.rows
}

/** Also when a target was missed: a result that nobody likes is one too. */
async function write({ name, question }: Scenario, run: object, outcome: Outcome): Promise<void> {
  const { postgres, rows, ...rest } = outcome
  const judged = rows.map((row) => ({ ...row, reached: reached(row) }))
  const result = { scenario: name, question, ...run, postgres, rows: judged, ...rest }
  const file = new URL(`results/${name}.json`, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, `${JSON.stringify(result, null, 2)}\n`)
}

function list(): number {
  for (const { name, question } of scenarios) say(`${name.padEnd(10)}${question}`)
  return 0
}

function refuse(name: string): number {
  say(`There is no scenario "${name}". There are: ${scenarios.map((scenario) => scenario.name).join(', ')}.`)
  return 2
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
