/** Fills a throw-away market and measures how fast it is searched: `npm run bench:search`. */
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { currentCommit } from '../prove/mutants/report.ts'
import { startBenchDatabase } from '../server/test/bench-database.ts'
import { startNode } from '../server/test/bench-node.ts'
import { fill } from './search/fill.ts'
import { measure, type Measured } from './search/measure.ts'
import { benchQueries } from './search/queries.ts'

const resultFile = new URL('results/search.json', import.meta.url)
let told = 0

await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      agents: { type: 'string', default: '100000' },
      listings: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '7' },
    },
  })
  const [seed, rounds] = [Number(values.seed), Number(values.rounds)]
  const counts = { agents: Number(values.agents), listings: Number(values.listings) }
  const commit = await currentCommit()
  const database = await startBenchDatabase()
  try {
    const began = performance.now()
    await fill(database, { seed, counts, now: new Date() }, progress)
    const filledSeconds = secondsSince(began)
    const node = await startNode(database.url)
    try {
      const counting = performance.now()
      await node.countWords()
      const countedSeconds = secondsSince(counting)
      say(`filled in ${filledSeconds} s; all words counted in ${countedSeconds} s`)
      await database.query({ text: 'vacuum analyze search_words', values: [] })
      const queries = await benchQueries(database)
      const measured = await measure({ database, node, queries, rounds }, progress)
      for (const line of table(measured)) say(line)
      const machine = { ...machineNow(), postgres: database.version }
      const run = { date: new Date().toISOString(), commit, machine, seed, counts, rounds }
      await write({ ...run, filledSeconds, countedSeconds, rows: measured })
    } finally {
      await node.stop()
    }
  } finally {
    await database.stop()
  }
}

function machineNow() {
  return {
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    /** Others that work on the machine make every number worse. */
    loadAverage: loadavg()[0],
  }
}

function table(rows: readonly Measured[]): string[] {
  const heading = ['', 'found', 'p50', 'p95', 'p99', 'bare p50', 'ratio', 'textbook']
  const cells = rows.map(({ name, found, app, bare, ratio, textbook }) => [
    name,
    String(found),
    ...[app.p50, app.p95, app.p99, bare.p50, ratio, textbook.p50].map((number) => number.toFixed(1)),
  ])
  const all = [heading, ...cells]
  const widths = heading.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}

async function write(results: object): Promise<void> {
  await mkdir(new URL('.', resultFile), { recursive: true })
  await writeFile(resultFile, `${JSON.stringify(results, null, 2)}\n`)
  say(`wrote ${fileURLToPath(resultFile)}`)
}

/** At most twice a second, so that a log stays readable. */
function progress(line: string): void {
  if (performance.now() - told < 500) return
  told = performance.now()
  say(line)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10
}
