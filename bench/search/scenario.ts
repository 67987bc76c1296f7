import { startBenchDatabase, type BenchDatabase } from '../../server/test/fixtures/bench-database.ts'
import { startNode } from '../../server/test/fixtures/bench-node.ts'
import { compare } from '../lib/measurements.ts'
import { table } from '../lib/table.ts'
import type { Bench, Outcome, Row, Scenario } from '../scenario.ts'
import { fill } from './seed.ts'
import { measure, type Asked } from './measure.ts'
import { benchQueries } from './queries.ts'

/** A p99 needs some tries to be worth its name. */
const triesMax = 180

export const search: Scenario = {
  name: 'search',
  question: 'How much does the application add to the statements of a search?',
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

async function run({ seed, scale, progress }: Bench, database: BenchDatabase): Promise<Outcome> {
  const count = Math.round(100_000 * scale)
  const counts = { agents: count, listings: count }
  const seldom = seldomly(progress)
  const filling = performance.now()
  await fill(database, { seed, counts, now: new Date() }, seldom)
  const filledSeconds = secondsSince(filling)
  const node = await startNode(database.url)
  try {
    const counting = performance.now()
    await node.countWords()
    const countedSeconds = secondsSince(counting)
    progress(`filled in ${filledSeconds} s; all words counted in ${countedSeconds} s`)
    await database.query({ text: 'vacuum analyze search_words', values: [] })
    const queries = await benchQueries(database)
    const tries = Math.max(20, Math.round(triesMax * scale))
    const asked = await measure({ database, node, queries, tries }, seldom)
    for (const line of tableOf(asked)) progress(line)
    const detail = { counts, tries, filledSeconds, countedSeconds, queries: asked }
    return { postgres: database.version, rows: [worst(asked, count)], detail }
  } finally {
    await node.stop()
  }
}

function worst(asked: readonly Asked[], count: number): Row {
  const ratio = ({ app, bare }: Asked) => app.p99 / bare.p99
  const [first] = asked.toSorted((left, right) => ratio(right) - ratio(left))
  return compare({
    what: `search ${count} agents, p99 of the worst query`,
    unit: 'ms',
    ours: [{ value: first?.app.p99 ?? Number.NaN }],
    peer: 'its bare statements',
    theirs: [{ value: first?.bare.p99 ?? Number.NaN }],
    target: { atMost: 2 },
  })
}

function tableOf(asked: readonly Asked[]): string[] {
  const heading = ['query', 'found', 'p50', 'p95', 'p99', 'bare p50', 'bare p99', 'ratio', 'textbook']
  const cells = asked.map(({ name, found, app, bare, ratio, textbook }) => {
    const times = [app.p50, app.p95, app.p99, bare.p50, bare.p99, ratio, textbook.p50]
    return [name, String(found), ...times.map((number) => number.toFixed(1))]
  })
  return table(heading, cells)
}

/** At most once in two seconds, so that a log stays readable. */
function seldomly(progress: (line: string) => void): (line: string) => void {
  let told = 0
  return (line) => {
    if (performance.now() - told < 2000) return
    told = performance.now()
    progress(line)
  }
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10
}
