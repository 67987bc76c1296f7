import type { BenchOptions, Series, Row, Target } from '../scenario.ts'

/** The measured value, and additional values such as percentiles. */
export interface Measurement {
  readonly value: number
  readonly more?: Readonly<Record<string, number>>
}

/** One of the compared implementations; runs for about this many seconds. */
export type Contender = (seconds: number) => Promise<Measurement>

/** The measurements of a contender, one per round. */
export type Measurements = (name: string) => readonly Measurement[]

/**
 * Interleaves the contenders, so that changes of the machine's speed affect all of them: one warm-up run each, then one
 * run per round, in reverse order every second round. `settle` runs before each run.
 */
export async function measureInterleaved(
  contenders: Readonly<Record<string, Contender>>,
  { rounds, seconds, progress }: Pick<BenchOptions, 'rounds' | 'seconds' | 'progress'>,
  settle: () => Promise<void> = async () => undefined,
): Promise<Measurements> {
  const entries = Object.entries(contenders)
  const measurements = new Map<string, Measurement[]>()
  for (const [name, measure] of entries) {
    await settle()
    progress(`warming up: ${name}`)
    await measure(1)
  }
  for (let round = 1; round <= rounds; round++) {
    for (const [name, measure] of round % 2 === 1 ? entries : entries.toReversed()) {
      await settle()
      const measurement = await measure(seconds)
      measurements.set(name, [...(measurements.get(name) ?? []), measurement])
      progress(`round ${round} of ${rounds}: ${name} ${rounded(measurement.value)}${extras(measurement)}`)
    }
  }
  return (name) => measurements.get(name) ?? fail(name)
}

function fail(name: string): never {
  throw new Error(`no contender ${name}`)
}

interface Comparison {
  readonly what: string
  readonly unit: string
  readonly ours: readonly Measurement[]
  readonly peer: string
  readonly theirs: readonly Measurement[]
  readonly target: Target
}

export function compare({ ours, theirs, ...rest }: Comparison): Row {
  const ratios = ours.map(({ value }, round) => value / (theirs[round]?.value ?? Number.NaN))
  return { ...rest, ours: summarize(ours), theirs: summarize(theirs), ratio: rounded(median(ratios)) }
}

/** Compares the value itself with a limit, without a peer. */
export function checkLimit({ ours, ...rest }: Omit<Comparison, 'peer' | 'theirs'>): Row {
  return { ...rest, ours: summarize(ours), ratio: summarize(ours).median }
}

/** The series of one of the additional values. */
export function pickSeries(name: string, measurements: readonly Measurement[]): Measurement[] {
  return measurements.map(({ more }) => ({ value: more?.[name] ?? Number.NaN }))
}

function summarize(measurements: readonly Measurement[]): Series {
  const all = measurements.map(({ value }) => rounded(value))
  const names = Object.keys(measurements[0]?.more ?? {})
  if (names.length === 0) return { median: rounded(median(all)), all }
  const more = names.map((name) => [
    name,
    rounded(median(measurements.map((measurement) => measurement.more?.[name] ?? 0))),
  ])
  return { median: rounded(median(all)), all, more: Object.fromEntries(more) }
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** More digits would be noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3))
}

function extras({ more = {} }: Measurement): string {
  const shown = Object.entries(more).map(([name, value]) => `${name} ${rounded(value)}`)
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`
}
