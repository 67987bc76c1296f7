/** What is measured, and against what; `bench/scenarios.ts` lists them all. */

export interface Scenario {
  readonly name: string
  /** What it finds out, in one sentence. */
  readonly question: string
  /** Programs or files of the machine that it needs, with the Debian package of each. */
  readonly programs: Readonly<Record<string, string>>
  run(bench: Bench): Promise<Outcome>
}

export interface Bench {
  /** How often everything is measured; the median counts. */
  readonly rounds: number
  /** How long each measurement takes. */
  readonly seconds: number
  readonly seed: number
  /** How much is planted: all of it, or a part when a bench is only tried out with few seconds and rounds. */
  readonly scale: number
  progress(line: string): void
}

/** What goes into the result file. */
export interface Outcome {
  /** The version of PostgreSQL. */
  readonly postgres: string
  readonly rows: readonly Row[]
  /** Whatever else was seen and is worth keeping. */
  readonly detail?: object
  /** Where the time goes in what has missed its target, by the name of the row. */
  readonly profiles?: Readonly<Record<string, Profile>>
}

export interface Profile {
  /** How many cores each program kept busy. */
  readonly cores: Readonly<Record<string, number>>
  /** What the server did with its time, in percent. */
  readonly server: Readonly<Record<string, number>>
  /** How many connections were at which statement on average, and what they waited for. */
  readonly database: Readonly<Record<string, number>>
}

/** One comparison: a line of the table, and of the result file. */
export interface Row {
  readonly what: string
  readonly unit: string
  readonly ours: Measured
  /** What it is compared with; absent where a bare limit is to be kept. */
  readonly peer?: string
  readonly theirs?: Measured
  /** Ours to theirs, the median of the ratios of each round; or ours itself where there is no peer. */
  readonly ratio: number
  readonly target: Target
}

export interface Measured {
  readonly median: number
  readonly all: readonly number[]
  /** Whatever else was seen, such as percentiles in milliseconds. */
  readonly more?: Readonly<Record<string, number>>
}

export type Target = { readonly atLeast: number } | { readonly atMost: number }

export function reached({ ratio, target }: Pick<Row, 'ratio' | 'target'>): boolean {
  return 'atLeast' in target ? ratio >= target.atLeast : ratio <= target.atMost
}
