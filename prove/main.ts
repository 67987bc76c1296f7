/** Proves what tests have no time for: `npm run prove`, or `npm run prove -- <suite> --quick --seed 7`. */
import { randomInt } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { circumstances } from '../scripts/circumstances.ts'
import { openGrounds } from './environment.ts'
import type { Suite } from './suite.ts'
import { suites } from './suites.ts'
import { holds, trySuite, type Tried } from './run-suite.ts'

let told = 0

process.exitCode = await main()

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
  if (unknown !== undefined) return refuse(unknown)
  const chosen = suites.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
  const seed = values.seed === undefined ? randomInt(2 ** 31) : Number(values.seed)
  const close = await openGrounds()
  try {
    let sound = true
    for (const suite of chosen) sound = (await prove(suite, { quick: values.quick, seed })) && sound
    return sound ? 0 : 1
  } finally {
    await close()
  }
}

async function prove(suite: Suite, { quick, seed }: { quick: boolean; seed: number }): Promise<boolean> {
  say(`${suite.name}: ${suite.claim}`)
  const began = await circumstances()
  const tried = await trySuite(suite, { size: quick ? 'quick' : 'release', seed, progress })
  for (const line of linesOf(tried)) say(line)
  if (!quick) await write(began, tried)
  return holds(tried)
}

function linesOf({ suite, size, seed, seconds, counts, broken, faults }: Tried): string[] {
  const seen = Object.entries(counts ?? {}).map(([what, count]) => `${what} ${count}`)
  return [
    broken === null
      ? `  holds: ${size} ${suite.unit} in ${seconds} s (${seen.join(', ')})`
      : `  BROKEN with --seed ${seed}: ${broken}`,
    ...faults.map(({ name, said }) =>
      said === null ? `  ${name} WENT UNNOTICED` : `  ${name}: noticed, "${said}"`,
    ),
  ]
}

/** Also when something is broken: a result that nobody likes is one too. */
async function write(began: object, { suite, ...tried }: Tried): Promise<void> {
  const { name, claim, unit } = suite
  const file = new URL(`results/${name}.json`, import.meta.url)
  await mkdir(new URL('.', file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ suite: name, claim, unit, ...began, ...tried }, null, 2)}\n`)
  say(`  wrote prove/results/${name}.json`)
}

function list(): number {
  for (const { name, claim, unit, sizes } of suites) {
    say(`${name}  (${sizes.quick} ${unit} quick, ${sizes.release} in full)\n    ${claim}`)
  }
  return 0
}

function refuse(name: string): number {
  say(`There is no suite "${name}". There are: ${suites.map((suite) => suite.name).join(', ')}.`)
  return 2
}

/** At most once in two seconds, so that a log stays readable. */
function progress(line: string): void {
  if (performance.now() - told < 2000) return
  told = performance.now()
  say(`  ${line}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
