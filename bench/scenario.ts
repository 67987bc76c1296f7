/** The definition of a scenario; `bench/scenarios.ts` lists all of them. */

export interface Scenario {
  readonly name: string
  /** The question that it answers, in one sentence. */
  readonly question: string
  /** Required programs or files → the Debian package that installs them. */
  readonly programs: Readonly<Record<string, string>>
  run(bench: BenchOptions): Promise<ScenarioResult>
}

export interface BenchOptions {
  /** Measurements per contender; the result is their median. */
  readonly rounds: number
  /** Duration of each measurement. */
  readonly seconds: number
  readonly seed: number
  /** Fraction of the full data set to seed; below 1 for short trial runs. */
  readonly scale: number
  progress(line: string): void
}

/** Content of the result file. */
export interface ScenarioResult {
  /** The version of PostgreSQL. */
  readonly postgres: string
  readonly rows: readonly Row[]
  /** Scenario-specific details. */
  readonly detail?: object
  /** Profiles of rows that missed their target, by the name of the row. */
  readonly profiles?: Readonly<Record<string, Profile>>
}

export interface Profile {
  /** Average number of cores used by each program. */
  readonly cores: Readonly<Record<string, number>>
  /** Server CPU time by category, in percent. */
  readonly server: Readonly<Record<string, number>>
  /** Average number of connections per statement and wait event. */
  readonly database: Readonly<Record<string, number>>
}

/** One comparison: a row of the printed table and of the result file. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly ours: Series
  /** Peer of the comparison; absent for a plain limit. */
  readonly peer?: string
  readonly theirs?: Series
  /** Median over the rounds of ours divided by theirs; the value itself where there is no peer. */
  readonly ratio: number
  readonly target: Target
}

export interface Series {
  readonly median: number
  readonly all: readonly number[]
  /** Medians of additional values, such as percentiles in milliseconds. */
  readonly more?: Readonly<Record<string, number>>
}

export type Target = { readonly atLeast: number } | { readonly atMost: number }

export function reached({ ratio, target }: Pick<Row, 'ratio' | 'target'>): boolean {
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}
