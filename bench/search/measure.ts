import type { SqlStatement, BenchDatabase } from '../../server/test/fixtures/database/bench-database.ts'
import type { BenchNode } from '../../server/test/fixtures/processes/bench-node.ts'
import type { BenchQuery } from './queries.ts'

interface Percentiles {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

/** Latencies in milliseconds: through the application, its bare statements, and a textbook full-text query. */
export interface QueryResult {
  readonly name: string
  readonly path: string
  readonly found: number
  readonly app: Percentiles
  readonly bare: Percentiles
  readonly ratio: number
  readonly textbook: Percentiles
}

interface MeasureOptions {
  readonly database: BenchDatabase
  readonly node: BenchNode
  readonly queries: readonly BenchQuery[]
  /** Measurements per query. */
  readonly tries: number
}

const warmUpTries = 3
/** The textbook query takes most of a second for a common word, and only its median is reported. */
const textbookTries = 3

/** Interleaves the three variants, so that changes of the machine's speed affect all of them. */
export async function measure(
  { database, node, queries, tries }: MeasureOptions,
  progress: (line: string) => void,
): Promise<QueryResult[]> {
  const series = queries.map((query) => ({ query, app: timings(), bare: timings(), textbook: timings() }))
  for (let round = 1 - warmUpTries; round <= tries; round++) {
    for (const { query, app, bare, textbook } of series) {
      // Clears the statements of workers and of earlier calls.
      node.takeStatements()
      const elapsed = await milliseconds(() => node.get(query.path))
      const sent = node.takeStatements()
      const replayed = await milliseconds(() => replay(database, sent))
      if (round < 1) continue
      app.push(elapsed)
      bare.push(replayed)
      if (round <= textbookTries) textbook.push(await milliseconds(() => database.query(query.textbook)))
    }
    progress(`try ${Math.max(round, 0)} of ${tries}`)
  }
  const measured: QueryResult[] = []
  for (const { query, app, bare, textbook } of series) {
    const { name, path } = query
    const { data, agents = [] } = await node.get(path)
    const found = (data?.items ?? agents).length
    const ratio = Math.round((100 * percentilesOf(app).p50) / percentilesOf(bare).p50) / 100
    measured.push({
      name,
      path,
      found,
      app: percentilesOf(app),
      bare: percentilesOf(bare),
      ratio,
      textbook: percentilesOf(textbook),
    })
  }
  return measured
}

const timings = (): number[] => []

async function replay(database: BenchDatabase, sent: readonly SqlStatement[]): Promise<void> {
  for (const bare of sent) await database.query(bare)
}

async function milliseconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function percentilesOf(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((left, right) => left - right)
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
    return Math.round(10 * value) / 10
  }
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
}
