import { startBenchDatabase, type BenchDatabase } from '../../server/test/fixtures/database/bench-database.ts'
import { startNode } from '../../server/test/fixtures/processes/bench-node.ts'
import { compare } from '../lib/measurements.ts'
import { table } from '../lib/table.ts'
import type { BenchOptions, ScenarioResult, Row, Scenario } from '../scenario.ts'
import { seedMarket } from './seed.ts'
import { measure, type QueryResult } from './measure.ts'
import { benchQueries } from './queries.ts'

/** Enough measurements for a p99. */
const triesMax = 180

export const search: Scenario = {
  name: 'search',
  question: 'How much latency does the application add to the statements of a search?',
  programs: {},
  run: async (bench) => {
    const database = await startBenchDatabase()
    try {
      return await run(bench, database)
    } finally {
      await database.stop()
    }
  },
}

async function run(
  { seed, scale, progress }: BenchOptions,
  database: BenchDatabase,
): Promise<ScenarioResult> {
  const count = Math.round(100_000 * scale)
  const counts = { agents: count, listings: count }
  const throttledProgress = throttled(progress)
  const seedStart = performance.now()
  await seedMarket(database, { seed, counts, now: new Date() }, throttledProgress)
  const seedSeconds = secondsSince(seedStart)
  const node = await startNode(database.url)
  try {
    const vocabularyStart = performance.now()
    await node.countWords()
    const vocabularySeconds = secondsSince(vocabularyStart)
    progress(`seeded in ${seedSeconds} s; vocabulary built in ${vocabularySeconds} s`)
    await database.query({ text: 'vacuum analyze search_words', values: [] })
    const queries = await benchQueries(database)
    const tries = Math.max(20, Math.round(triesMax * scale))
    const results = await measure({ database, node, queries, tries }, throttledProgress)
    for (const line of tableOf(results)) progress(line)
    const detail = { counts, tries, seedSeconds, vocabularySeconds, queries: results }
    return { postgres: database.version, rows: [worstQueryRow(results, count)], detail }
  } finally {
    await node.stop()
  }
}

function worstQueryRow(results: readonly QueryResult[], count: number): Row {
  const ratio = ({ app, bare }: QueryResult) => app.p99 / bare.p99
  const [first] = results.toSorted((left, right) => ratio(right) - ratio(left))
  return compare({
    what: `search ${count} agents, p99 of the query with the worst ratio`,
    unit: 'ms',
    ours: [{ value: first?.app.p99 ?? Number.NaN }],
    peer: 'its bare statements',
    theirs: [{ value: first?.bare.p99 ?? Number.NaN }],
    target: { atMost: 2 },
  })
}

function tableOf(results: readonly QueryResult[]): string[] {
  const heading = ['query', 'found', 'p50', 'p95', 'p99', 'bare p50', 'bare p99', 'ratio', 'textbook']
  const cells = results.map(({ name, found, app, bare, ratio, textbook }) => {
    const times = [app.p50, app.p95, app.p99, bare.p50, bare.p99, ratio, textbook.p50]
    return [name, String(found), ...times.map((number) => number.toFixed(1))]
  })
  return table(heading, cells)
}

/** At most one line in two seconds, so that logs stay readable. */
function throttled(progress: (line: string) => void): (line: string) => void {
  let lastPrintedAt = 0
  return (line) => {
    if (performance.now() - lastPrintedAt < 2000) return
    lastPrintedAt = performance.now()
    progress(line)
  }
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10
}
