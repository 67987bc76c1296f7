import type { Bench, Measured, Row, Target } from '../scenario.ts'

/** One measurement: the figure that counts, and what else was seen. */
export interface Figure {
  readonly value: number
  readonly more?: Readonly<Record<string, number>>
}

/** A way of doing the work, measured for about so many seconds. */
export type Contestant = (seconds: number) => Promise<Figure>

/** What was measured of each contestant, round by round. */
export type Figures = (name: string) => readonly Figure[]

/**
 * Lets all contestants take turns, so that the machine treats them alike: each once without counting, to get warm, and
 * then in every round, in the other order every second time. `settle` is waited for before each turn.
 */
export async function takeTurns(
  contestants: Readonly<Record<string, Contestant>>,
  { rounds, seconds, progress }: Pick<Bench, 'rounds' | 'seconds' | 'progress'>,
  settle: () => Promise<void> = async () => undefined,
): Promise<Figures> {
  const entries = Object.entries(contestants)
  const figures = new Map<string, Figure[]>()
  for (const [name, measure] of entries) {
    await settle()
    progress(`warming up: ${name}`)
    await measure(1)
  }
  for (let round = 1; round <= rounds; round++) {
    for (const [name, measure] of round % 2 === 1 ? entries : entries.toReversed()) {
      await settle()
      const figure = await measure(seconds)
      figures.set(name, [...(figures.get(name) ?? []), figure])
      progress(`round ${round} of ${rounds}: ${name} ${rounded(figure.value)}${extras(figure)}`)
    }
  }
  return (name) => figures.get(name) ?? fail(name)
}

function fail(name: string): never {
  throw new Error(`nobody took part as ${name}`)
}

interface Comparison {
  readonly what: string
  readonly unit: string
  readonly ours: readonly Figure[]
  readonly peer: string
  readonly theirs: readonly Figure[]
  readonly target: Target
}

export function compare({ ours, theirs, ...rest }: Comparison): Row {
  const ratios = ours.map(({ value }, round) => value / (theirs[round]?.value ?? Number.NaN))
  return { ...rest, ours: measured(ours), theirs: measured(theirs), ratio: rounded(median(ratios)) }
}

/** Where nothing is compared: the figure itself is held against a limit. */
export function hold({ ours, ...rest }: Omit<Comparison, 'peer' | 'theirs'>): Row {
  return { ...rest, ours: measured(ours), ratio: measured(ours).median }
}

/** The same measurements seen by another of their figures. */
export function by(name: string, figures: readonly Figure[]): Figure[] {
  return figures.map(({ more }) => ({ value: more?.[name] ?? Number.NaN }))
}

function measured(figures: readonly Figure[]): Measured {
  const all = figures.map(({ value }) => rounded(value))
  const names = Object.keys(figures[0]?.more ?? {})
  if (names.length === 0) return { median: rounded(median(all)), all }
  const more = names.map((name) => [name, rounded(median(figures.map((figure) => figure.more?.[name] ?? 0)))])
  return { median: rounded(median(all)), all, more: Object.fromEntries(more) }
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((left, right) => left - right)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return ((low ?? Number.NaN) + (high ?? Number.NaN)) / 2
}

/** Three digits say all that such a measurement can. */
export function rounded(value: number): number {
  return Number(value.toPrecision(value >= 1000 ? 4 : 3))
}

function extras({ more = {} }: Figure): string {
  const seen = Object.entries(more).map(([name, value]) => `${name} ${rounded(value)}`)
  return seen.length === 0 ? '' : ` (${seen.join(', ')})`
}
